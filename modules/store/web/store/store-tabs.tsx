import { partsOf, type RecordTab } from "@ops/platform/web";
import { getDutyRoster, getHours, getVacancies, type StoreDetail } from "@ops/store/contract";

const HoursTab = partsOf(() => import("../hours/HoursTab.tsx")).standing("HoursTab");
const RosterTab = partsOf(() => import("../duty/RosterTab.tsx")).standing("RosterTab");
const SeatsTab = partsOf(() => import("../headcount/SeatsTab.tsx")).standing("SeatsTab");

/** Hours, roster and seats in the drawer of a store, each loaded when it is opened. */
export const planningTabs: readonly RecordTab<StoreDetail>[] = [
  {
    key: "hours",
    title: "营业时间",
    needs: getHours,
    content: ({ id, name }) => <HoursTab storeId={id} name={name} />,
  },
  { key: "roster", title: "排班", needs: getDutyRoster, content: ({ id }) => <RosterTab storeId={id} /> },
  { key: "seats", title: "编制", needs: getVacancies, content: ({ id }) => <SeatsTab storeId={id} /> },
];
