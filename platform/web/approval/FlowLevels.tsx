import { Approval, FlowLevel, listFlowLevels } from "@ops/platform/contract";
import { useEndpoint } from "../call/use-query.ts";
import { DotText } from "../dict/StateTag.tsx";
import { tableColumnsOf } from "../list/column/columns-of.ts";
import { NotLoaded } from "../list/list-states.tsx";
import { PlainTable } from "../list/PlainTable.tsx";

const levelColumns = tableColumnsOf(FlowLevel, {
  kindLabel: true,
  levelLabel: 130,
  code: { width: 230, as: ({ code }) => <span className="approval-code">{code}</span> },
  workdays: { width: 130, align: "right" },
  holders: {
    width: 110,
    align: "right",
    as: ({ holders }) => (holders > 0 ? holders : <DotText tone="bad" text="无人可审" />),
  },
  waiting: { width: 90, align: "right" },
  unmanned: {
    width: 100,
    align: "right",
    as: ({ unmanned }) => (unmanned > 0 ? <DotText tone="bad" text={String(unmanned)} /> : 0),
  },
});

const requestColumns = tableColumnsOf(Approval, {
  title: true,
  bizNo: 150,
  kindLabel: 110,
  levelLabel: 110,
  organizationName: 150,
  applicantName: 100,
  waitingSince: 170,
});

/** 无人可审: every level with the number of people who can decide it, and the requests that nobody can decide (PF-R118). */
export function FlowLevels() {
  const answer = useEndpoint(listFlowLevels, {}, { silent: true, staleTime: 0 });
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return (
    <div className="approval-levels">
      <PlainTable<FlowLevel>
        rowKey={({ kind, levelLabel }) => `${kind} ${levelLabel}`}
        of={answer}
        rows={answer.data?.levels}
        columns={levelColumns}
        empty="没有审批流程"
      />
      <h2>无人可审的申请</h2>
      <PlainTable<Approval>
        of={answer}
        rows={answer.data?.unmanned}
        columns={requestColumns}
        empty="每条申请都有人可审"
      />
    </div>
  );
}
