import type { CascadeChoice, CascadePlan } from "@ops/partner/contract";
import { Table } from "antd";
import { planLine } from "./PlanInput.tsx";

interface Props {
  readonly choices: readonly CascadeChoice[];
  readonly plan: CascadePlan;
}

/** What will be done, in one table. */
export function PlanSummary({ choices, plan }: Props) {
  const lines = choices.map((choice) => {
    const { action, receiverId } = planLine(choice, plan);
    const chosen = choice.actions.find((one) => one.action === action);
    const receiver = chosen?.receivers?.find(({ id }) => id === receiverId)?.name;
    return { ...choice, actionLabel: chosen?.label ?? action, receiver: receiver ?? "-" };
  });
  return (
    <Table
      rowKey="kind"
      size="small"
      className="tabular"
      pagination={false}
      dataSource={lines}
      columns={[
        { title: "影响对象", dataIndex: "label", width: 120 },
        { title: "数量", dataIndex: "count", width: 80, align: "right" },
        { title: "处理", dataIndex: "actionLabel" },
        { title: "接收方", dataIndex: "receiver", width: 160, ellipsis: true },
      ]}
    />
  );
}
