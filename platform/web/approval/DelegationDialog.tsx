import {
  ApprovalDelegation,
  createApprovalDelegation,
  dayOf,
  endApprovalDelegation,
  listApprovalDelegations,
  searchDelegationTakers,
} from "@ops/platform/contract";
import { Alert, Button, Drawer } from "antd";
import { useState } from "react";
import { useCall } from "../call/use-call.ts";
import { useEndpoint } from "../call/use-query.ts";
import { useClosing } from "../dialog/use-closing.ts";
import { DotText } from "../dict/StateTag.tsx";
import type { Tone } from "../dict/tones.ts";
import { SearchSelect } from "../form/input/SearchSelect.tsx";
import { FormDialog } from "../form/lazy-forms.tsx";
import { tableColumnsOf } from "../list/column/columns-of.ts";
import { actionColumns } from "../list/column/plain-columns.tsx";
import { PlainTable } from "../list/PlainTable.tsx";
import { useMay } from "../session/use-session.ts";

type Answer = ReturnType<typeof useDelegations>;

function useDelegations() {
  return useEndpoint(listApprovalDelegations, {}, { silent: true, staleTime: 0 });
}

/** 审批委托: the delegations by and to the reader (PF-R115). */
export function DelegationDialog({ onClose }: { readonly onClose: () => void }) {
  const { drawer } = useClosing(onClose);
  const [isNew, setNew] = useState(false);
  const answer = useDelegations();
  return (
    <Drawer
      title="审批委托"
      size={800}
      {...drawer}
      extra={
        <Button type="primary" onClick={() => setNew(true)}>
          新增委托
        </Button>
      }
    >
      <Delegations answer={answer} />
      {isNew && <NewDelegation onClose={() => setNew(false)} />}
    </Drawer>
  );
}

const columns = tableColumnsOf(ApprovalDelegation, {
  giverName: 100,
  takerName: 100,
  startsOn: { title: "期间", width: 200, as: ({ startsOn, endsOn }) => `${startsOn} 至 ${endsOn}` },
  reason: true,
  isOver: { title: "状态", width: 90, as: (row) => <DotText {...standingOf(row)} /> },
});

function standingOf({ isOver, startsOn }: ApprovalDelegation): { tone: Tone; text: string } {
  if (isOver) return { tone: "off", text: "已结束" };
  return startsOn > dayOf(new Date()) ? { tone: "active", text: "未开始" } : { tone: "good", text: "委托中" };
}

function Delegations({ answer }: { readonly answer: Answer }) {
  const may = useMay();
  const ending = useCall(endApprovalDelegation, { done: "委托已结束" });
  const actions = actionColumns<ApprovalDelegation>(
    [
      {
        label: "结束",
        when: ({ isOver }) => !isOver,
        confirm: ({ giverName, takerName }) => `结束${giverName}对${takerName}的审批委托？`,
        run: ({ id, version }) => ending.call({ params: { id }, body: { version } }),
      },
    ],
    may,
  );
  return (
    <PlainTable<ApprovalDelegation>
      of={answer}
      rows={answer.data}
      columns={[...columns, ...actions]}
      empty="没有审批委托"
    />
  );
}

function NewDelegation({ onClose }: { readonly onClose: () => void }) {
  return (
    <FormDialog
      title="新增委托"
      kind="modal"
      endpoint={createApprovalDelegation}
      done="已委托"
      okText="委托"
      fields={["takerId", "startsOn", "endsOn", "reason"]}
      special={{
        takerId: {
          control: (
            <SearchSelect
              endpoint={searchDelegationTakers}
              inputOf={(typed: { keyword?: string }) => ({ query: typed })}
              optionOf={({ id, name }: { id: string; name: string }) => ({ value: id, label: name })}
              placeholder="请选择同级或上级范围的同事"
              nothing="没有可受托的人"
            />
          ),
        },
      }}
      onClose={onClose}
    >
      <Alert
        className="form-alert"
        type="info"
        showIcon
        title="最长30天。受托人须已有相同的审批权限和范围，代审的记录会标明「代」。"
      />
    </FormDialog>
  );
}
