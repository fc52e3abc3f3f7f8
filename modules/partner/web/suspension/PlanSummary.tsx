import { CascadeChoice, type CascadePlan } from "@ops/partner/contract";
import { PlainTable, tableColumnsOf } from "@ops/platform/web";
import { planLine } from "./PlanInput.tsx";

interface Props {
  readonly choices: readonly CascadeChoice[];
  readonly plan: CascadePlan;
}

/** What will be done, in one table. */
export function PlanSummary({ choices, plan }: Props) {
  const chosenFor = (choice: CascadeChoice) => {
    const { action, receiverId } = planLine(choice, plan);
    const chosen = choice.actions.find((one) => one.action === action);
    return { label: chosen?.label ?? action, receiver: chosen?.receivers?.find(({ id }) => id === receiverId)?.name };
  };
  return (
    <PlainTable
      rowKey="kind"
      rows={choices}
      columns={tableColumnsOf(CascadeChoice, {
        label: 120,
        count: 80,
        actions: { width: 0, wraps: true, as: (choice) => chosenFor(choice).label },
        defaultAction: { title: "接收方", width: 160, as: (choice) => chosenFor(choice).receiver ?? "-" },
      })}
    />
  );
}
