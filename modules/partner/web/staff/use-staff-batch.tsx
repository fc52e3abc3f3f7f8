import {
  approveStaffs,
  freezeStaffs,
  STAFF_PAGE,
  type Staff,
  type StaffBatchEnd,
  staffActs,
  staffStates,
  unfreezeStaffs,
} from "@ops/partner/contract";
import { type BatchAction, FormDialog, useCall, useDialog, useListFilters } from "@ops/platform/web";
import { Alert } from "antd";
import { unfreezable } from "./staff-freezing.ts";
import { tellBatch } from "./tell-batch.tsx";

const versionsOf = (people: readonly Staff[]) => people.map(({ id, version }) => ({ id, version }));

interface Batch {
  readonly isFreezing: boolean;
  readonly people: readonly Staff[];
  readonly clear: () => void;
}

interface StaffBatchAction extends BatchAction<Staff> {
  /** The state of the people for whom the action is offered; tabs of other states do not show it. */
  readonly of: Staff["state"];
}

/** The actions on several people at once, and their dialogs. */
export function useStaffBatch() {
  const batch = useDialog<Batch>();
  const { state } = useListFilters(STAFF_PAGE);
  const approve = useCall(approveStaffs, { onDone: tellBatch });
  const actions: readonly StaffBatchAction[] = [
    {
      label: "审核通过",
      needs: approveStaffs,
      of: "REVIEW",
      primary: true,
      when: ({ state }) => staffStates.can(state, "approve"),
      confirm: (people) => `确定通过选中的 ${people.length} 人的录入申请？`,
      run: async (people, clear) => {
        await approve.call({ body: { staffs: versionsOf(people) } });
        clear();
      },
    },
    {
      label: "冻结",
      needs: freezeStaffs,
      of: "ACTIVE",
      danger: true,
      when: ({ state, freezeSources }) => state === "ACTIVE" && !freezeSources.includes("MANUAL"),
      run: (people, clear) => batch.open({ isFreezing: true, people, clear }),
    },
    {
      label: "解冻",
      needs: unfreezeStaffs,
      of: "ACTIVE",
      when: (staff) => staff.state === "ACTIVE" && unfreezable(staff).length > 0,
      run: (people, clear) => batch.open({ isFreezing: false, people, clear }),
    },
  ];
  return {
    actions: actions.filter(({ of }) => !state || state === of),
    dialog: batch.value && <BatchDialog {...batch.value} onClose={batch.close} />,
  };
}

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
      onDone={(end: StaffBatchEnd) => {
        tellBatch(end);
        clear();
      }}
      fields={["reason"]}
      onClose={onClose}
    >
      {isFreezing && (
        <Alert className="form-alert" type="warning" showIcon title={staffActs.acts.freeze.consequence()} />
      )}
    </FormDialog>
  );
}
