import {
  addToBlacklist,
  approveStaffs,
  countStaffs,
  createStaff,
  freezeStaffs,
  getStaff,
  listStaffs,
  STAFF_PAGE,
  type Staff,
  type StaffBatchEnd,
  staffImport,
  staffSheet,
  staffStates,
  unfreezeStaffs,
} from "@ops/partner/contract";
import {
  FormDialog,
  fieldsOf,
  ImportButton,
  ListPage,
  selectFilter,
  stateTabs,
  useCall,
  useDialog,
  useEndpoint,
  useListFilters,
} from "@ops/platform/web";
import { BlacklistDrawer } from "./BlacklistDrawer.tsx";
import { StaffDrawer } from "./StaffDrawer.tsx";
import { useStaffActs } from "./staff-acts.tsx";
import { staffColumns } from "./staff-columns.tsx";
import { CreateStaffDialog } from "./staff-forms.tsx";
import { staleStaffs } from "./stale.ts";
import { tellBatch } from "./tell-batch.tsx";
import { useOpenedStaff } from "./use-opened-staff.ts";
import { usePartnerChoices, usePlaceChoices } from "./use-staff-choices.ts";

const versionsOf = (people: readonly Staff[]) => people.map(({ id, version }) => ({ id, version }));

interface Batch {
  readonly isFreezing: boolean;
  readonly people: readonly Staff[];
  readonly clear: () => void;
}

/** 伙伴员工 (5.2). The opened person stands in the address. */
export default function StaffPage() {
  const { id, open, close } = useOpenedStaff();
  const shown = useDialog<"create" | "blacklist">();
  const batch = useDialog<Batch>();
  const acts = useStaffActs();
  const approve = useCall(approveStaffs, { refreshes: staleStaffs, onDone: tellBatch });
  const { partners } = usePartnerChoices();
  const asked = useListFilters(STAFF_PAGE);
  const { stores } = usePlaceChoices(asked["partnerId"]);

  return (
    <ListPage
      title="伙伴员工"
      endpoint={listStaffs}
      filters={[
        ...(["name", "phone", "staffNo"] as const),
        selectFilter("partnerId", "伙伴", partners),
        selectFilter("storeId", "门店", stores),
        ...(["positionCode", "account", "freezeSource", "certStanding", "lastLogin"] as const),
      ]}
      tabs={useStateTabs()}
      columns={staffColumns(open)}
      imports={<ImportButton kind={staffImport} />}
      exports={staffSheet}
      tools={[
        { label: "新增", needs: createStaff, primary: true, run: () => shown.open("create") },
        { label: "限制名单", needs: addToBlacklist, run: () => shown.open("blacklist") },
      ]}
      batchActions={[
        {
          label: "审核通过",
          needs: approveStaffs,
          primary: true,
          confirm: (people) => `确定通过选中的 ${people.length} 人的录入申请？`,
          run: async (people, clear) => {
            await approve.call({ body: { staffs: versionsOf(people) } });
            clear();
          },
        },
        {
          label: "冻结",
          needs: freezeStaffs,
          danger: true,
          run: (people, clear) => batch.open({ isFreezing: true, people, clear }),
        },
        {
          label: "解冻",
          needs: unfreezeStaffs,
          run: (people, clear) => batch.open({ isFreezing: false, people, clear }),
        },
      ]}
      rowActions={[{ label: "详情", needs: getStaff, run: (staff) => open(staff.id) }, ...acts]}
      open={(staff) => open(staff.id)}
      empty="还没有伙伴员工，点击「新增」或「导入」"
    >
      {shown.value === "create" && (
        <CreateStaffDialog
          onDone={(staff) => open(staff.id)}
          onClose={shown.close}
          {...(asked["partnerId"] ? { partnerId: asked["partnerId"] } : {})}
        />
      )}
      {shown.value === "blacklist" && <BlacklistDrawer onClose={shown.close} />}
      {batch.value && <BatchDialog {...batch.value} onClose={batch.close} />}
      {id && <StaffDrawer key={id} id={id} onClose={close} />}
    </ListPage>
  );
}

function useStateTabs() {
  const { state: _state, ...query } = useListFilters(STAFF_PAGE);
  const { data = [] } = useEndpoint(countStaffs, { query }, { silent: true, keepPrevious: true });
  return stateTabs("state", staffStates, Object.fromEntries(data.map(({ state, count }) => [state, count])));
}

const { TextAreaField } = fieldsOf(freezeStaffs);

function BatchDialog({ isFreezing, people, clear, onClose }: Batch & { readonly onClose: () => void }) {
  const word = isFreezing ? "冻结" : "解冻";
  return (
    <FormDialog
      kind="modal"
      danger={isFreezing}
      title={`批量${word} · ${people.length}人`}
      okText={word}
      endpoint={isFreezing ? freezeStaffs : unfreezeStaffs}
      fixed={{ staffs: versionsOf(people) }}
      refreshes={staleStaffs}
      onDone={(end: StaffBatchEnd) => {
        tellBatch(end);
        clear();
      }}
      onClose={onClose}
    >
      <TextAreaField name="reason" />
    </FormDialog>
  );
}
