import { partsOf, type RecordTab } from "@ops/platform/web";
import { getDutyRoster, getHours, getStoreTrainings, getVacancies, type StoreDetail } from "@ops/store/contract";

const HoursTab = partsOf(() => import("../hours/HoursTab.tsx")).standing("HoursTab");
const RosterTab = partsOf(() => import("../duty/RosterTab.tsx")).standing("RosterTab");
const TrainingMatrixTab = partsOf(() => import("../training/TrainingMatrixTab.tsx")).standing("TrainingMatrixTab");
const SeatsTab = partsOf(() => import("../headcount/SeatsTab.tsx")).standing("SeatsTab");

/** Hours, roster, seats and training in the drawer of a store, each loaded when it is opened. */
export const planningTabs: readonly RecordTab<StoreDetail>[] = [
  {
    key: "hours",
    title: "营业时间",
    needs: getHours,
    content: ({ id, name }) => <HoursTab storeId={id} name={name} />,
  },
  { key: "roster", title: "排班", needs: getDutyRoster, content: ({ id }) => <RosterTab storeId={id} /> },
  { key: "seats", title: "编制", needs: getVacancies, content: ({ id }) => <SeatsTab storeId={id} /> },
  {
    key: "trainings",
    title: "人员培训信息",
    needs: getStoreTrainings,
    content: ({ id }) => <TrainingMatrixTab storeId={id} />,
  },
];
