import {
  FieldList,
  FileList,
  type OpenedRecord,
  PictureGrid,
  partsOf,
  RecordDrawer,
  recordOf,
  tabsOf,
  useEndpoint,
} from "@ops/platform/web";
import {
  getDutyRoster,
  getHours,
  getStore,
  getStoreTrainings,
  getVacancies,
  listExtColumns,
  listStoreStaff,
  type StoreDetail,
  StoreDetail as schema,
  storeStates,
} from "@ops/store/contract";
import { Alert, Descriptions } from "antd";
import { ExtText } from "./ExtText.tsx";
import { storeActions } from "./store-actions.tsx";
import { StoreSeats } from "./store-columns.tsx";
import { storeTabs } from "./store-slots.ts";

const HoursTab = partsOf(() => import("../hours/HoursTab.tsx")).standing("HoursTab");
const RosterTab = partsOf(() => import("../duty/RosterTab.tsx")).standing("RosterTab");
const TrainingMatrixTab = partsOf(() => import("../training/TrainingMatrixTab.tsx")).standing("TrainingMatrixTab");
const SeatsTab = partsOf(() => import("../headcount/SeatsTab.tsx")).standing("SeatsTab");
const StorePeople = partsOf(() => import("./StorePeople.tsx")).standing("StorePeople");

/** 门店: the facts, its people, hours, roster and seats, and what higher rooms add. */
const storeRecord = recordOf({
  endpoint: getStore,
  entity: "门店",
  title: ({ name }) => name,
  number: ({ storeCode }) => storeCode,
  machine: storeStates,
  notice: ({ missing, state, stateReason }) => (
    <>
      {missing.length > 0 && (
        <Alert className="form-alert" type="warning" showIcon title={`待补充：${missing.join("、")}`} />
      )}
      {state === "SUSPENDED" && stateReason && (
        <Alert className="form-alert" type="warning" showIcon title={`暂停营业：${stateReason}`} />
      )}
    </>
  ),
  overview: {
    title: "概览",
    fields: [
      "storeType",
      "operateMode",
      "storeLevel",
      "managerName",
      "regionOrgName",
      "parentName",
      { show: "quota", label: "编制/在岗/缺编", as: (store) => <StoreSeats store={store} /> },
      "phone",
      "regionName",
      "address",
      "openDatePlan",
      "openedOn",
      { show: "resumeOn", when: ({ resumeOn }) => resumeOn !== null },
      { show: "closedOn", when: ({ closedOn }) => closedOn !== null },
    ],
  },
  width: 1080,
});

/** The rooms of the module below, each in its tab. */
const ownTabs = [
  { key: "facts", title: "基本信息", content: (store: StoreDetail) => <Facts store={store} /> },
  {
    key: "hours",
    title: "营业时间",
    needs: getHours,
    content: ({ id, name }: StoreDetail) => <HoursTab storeId={id} name={name} />,
  },
  { key: "duty", title: "排班", needs: getDutyRoster, content: ({ id }: StoreDetail) => <RosterTab storeId={id} /> },
  {
    key: "people",
    title: "人员",
    needs: listStoreStaff,
    content: ({ id }: StoreDetail) => <StorePeople storeId={id} />,
  },
  {
    key: "trainings",
    title: "人员培训",
    needs: getStoreTrainings,
    content: ({ id }: StoreDetail) => <TrainingMatrixTab storeId={id} />,
  },
  { key: "seats", title: "编制", needs: getVacancies, content: ({ id }: StoreDetail) => <SeatsTab storeId={id} /> },
];

export function StoreDrawer(opened: OpenedRecord) {
  const tabs = [...ownTabs, ...tabsOf(storeTabs)];
  return <RecordDrawer of={{ ...storeRecord, tabs, actions: storeActions() }} {...opened} />;
}

/** The pictures, the cover first, and the licence. */
function Papers({ store: { files, imageIds, licenseFileId } }: { readonly store: StoreDetail }) {
  const nameOf = (id: string) => files.find((file) => file.id === id)?.fileName ?? "";
  const pictures = imageIds.map((fileId, at) => ({ fileId, caption: at === 0 ? "封面" : nameOf(fileId) }));
  const licences = files.filter(({ id }) => id === licenseFileId);
  return (
    <>
      {licences.length > 0 && (
        <section aria-label="营业执照">
          <h3 className="store-part">营业执照</h3>
          <FileList files={licences} label="营业执照" />
        </section>
      )}
      {pictures.length > 0 && (
        <section aria-label="门店图片">
          <h3 className="store-part">门店图片</h3>
          <PictureGrid pictures={pictures} files={files} />
        </section>
      )}
    </>
  );
}

function Facts({ store }: { readonly store: StoreDetail }) {
  const { data: columns = [] } = useEndpoint(listExtColumns, {}, { silent: true });
  const shown = columns.filter(({ status }) => status === "ENABLED");
  return (
    <>
      <FieldList
        schema={schema}
        record={store}
        fields={[
          "shortName",
          "orgCode",
          "partnerName",
          "serviceCityNames",
          "lng",
          "lat",
          "areaSqm",
          "displaySlots",
          "testDriveSlots",
          "deliveryBays",
          "chargingPiles",
          "parkingSlots",
          "legalEntity",
          "licenseNo",
          "rentStart",
          "rentEnd",
          "monthlyRentFen",
          "createdAt",
          "updatedAt",
        ]}
      />
      {shown.length > 0 && (
        <Descriptions
          size="small"
          column={2}
          title="扩展字段"
          items={shown.map((column) => ({
            key: column.colKey,
            label: column.label,
            children: <ExtText column={column} value={store.ext[column.colKey] ?? null} />,
          }))}
        />
      )}
      <Papers store={store} />
    </>
  );
}
