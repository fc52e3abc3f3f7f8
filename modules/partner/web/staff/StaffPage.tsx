import {
  addToBlacklist,
  countStaffs,
  createStaff,
  getStaff,
  listStaffs,
  STAFF_PAGE,
  staffImport,
  staffSheet,
  staffStates,
} from "@ops/partner/contract";
import {
  ImportButton,
  ListPage,
  partsOf,
  selectFilter,
  stateTabs,
  textFilter,
  useDialog,
  useEndpoint,
  useListFilters,
  useOpened,
} from "@ops/platform/web";
import { staffActions } from "./staff-acts.tsx";
import { staffColumns } from "./staff-columns.tsx";
import { useStaffBatch } from "./use-staff-batch.tsx";
import { usePartnerChoices, usePlaceChoices } from "./use-staff-choices.ts";

const BlacklistDrawer = partsOf(() => import("./BlacklistDrawer.tsx")).overlay("BlacklistDrawer");
const StaffDrawer = partsOf(() => import("./StaffDrawer.tsx")).overlay("StaffDrawer");
const StaffForm = partsOf(() => import("./staff-forms.tsx")).overlay("StaffForm");

/** 伙伴员工 (5.2). The address names the opened person, so that people can send a link. */
export default function StaffPage() {
  const { open, drawer } = useOpened();
  const shown = useDialog<"create" | "blacklist">();
  const batch = useStaffBatch();
  const { partners } = usePartnerChoices();
  const asked = useListFilters(STAFF_PAGE);
  const { stores } = usePlaceChoices(asked["partnerId"]);

  return (
    <ListPage
      title="伙伴员工"
      endpoint={listStaffs}
      filters={[
        textFilter("name", "姓名"),
        "phone",
        "staffNo",
        selectFilter("partnerId", "伙伴", partners),
        selectFilter("storeId", "门店", stores),
        "positionCode",
        "account",
        "freezeSource",
        "certStanding",
        "lastLogin",
      ]}
      tabs={useStateTabs()}
      columns={staffColumns(open)}
      imports={<ImportButton kind={staffImport} />}
      exports={staffSheet}
      tools={[
        { label: "新增", needs: createStaff, primary: true, run: () => shown.open("create") },
        { label: "限制名单", needs: addToBlacklist, run: () => shown.open("blacklist") },
      ]}
      batchActions={batch.actions}
      rowActions={[{ label: "详情", needs: getStaff, run: (staff) => open(staff.id) }, ...staffActions]}
      open={(staff) => open(staff.id)}
      empty="还没有伙伴员工，点击「新增」或「导入」"
    >
      {shown.value === "create" && (
        <StaffForm
          onCreated={(staff) => open(staff.id)}
          onClose={shown.close}
          {...(asked["partnerId"] ? { partnerId: asked["partnerId"] } : {})}
        />
      )}
      {shown.value === "blacklist" && <BlacklistDrawer onClose={shown.close} />}
      {batch.dialog}
      {drawer && <StaffDrawer {...drawer} />}
    </ListPage>
  );
}

function useStateTabs() {
  const { state: _state, ...query } = useListFilters(STAFF_PAGE);
  const { data = [] } = useEndpoint(countStaffs, { query }, { silent: true, keepPrevious: true });
  return stateTabs("state", staffStates, Object.fromEntries(data.map(({ state, count }) => [state, count])));
}
