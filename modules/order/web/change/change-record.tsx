import { ChangedItem, changeStates, getChange, type OrderChange, withdrawChange } from "@ops/order/contract";
import { FileList, formAction, PlainTable, recordOf, type Tone, tableColumnsOf } from "@ops/platform/web";
import { linkedOrder } from "../order/OrderLink.tsx";
import "../order/order.css";

export const changeTones: Readonly<Record<OrderChange["state"], Tone>> = {
  REVIEW: "active",
  PAY_DIFF: "warn",
  EFFECTIVE: "good",
  REJECTED: "neutral",
  WITHDRAWN: "neutral",
};

const withdrawAction = formAction({
  label: "撤回变更",
  needs: withdrawChange,
  when: ({ state }: OrderChange) => changeStates.can(state, "withdraw"),
  number: ({ changeNo }) => changeNo,
  okText: "撤回",
  done: "已撤回！",
});

/** What differs by a change, line by line. */
export function ChangedItems({ items }: { readonly items: readonly ChangedItem[] }) {
  return (
    <PlainTable
      rowKey="label"
      rows={items}
      empty="没有变化"
      columns={tableColumnsOf(ChangedItem, { label: 110, before: 0, after: 0 })}
    />
  );
}

/** One change with what differs, its approval and its log, as 待我审批 opens it. */
export const changeRecord = recordOf({
  endpoint: getChange,
  entity: "变更单",
  title: ({ orderNo }) => `变更 · ${orderNo}`,
  number: ({ changeNo }) => changeNo,
  machine: changeStates,
  tones: changeTones,
  actions: [withdrawAction],
  approvals: true,
  overview: {
    title: "变更",
    fields: [
      { show: "orderNo", as: linkedOrder },
      "kind",
      "party",
      { show: "relation", when: ({ relation }) => relation !== null },
      { show: "priceDiffFen", when: ({ kind, priceDiffFen }) => kind === "CONFIG" && priceDiffFen !== null },
      "createdByName",
      "createdAt",
      { show: "effectiveAt", when: ({ effectiveAt }) => effectiveAt !== null },
      { show: "reason", full: true },
      {
        show: "files",
        when: ({ files }) => files.length > 0,
        full: true,
        as: ({ files }) => <FileList files={files} label="证明材料" />,
      },
    ],
    content: ({ items }) => <ChangedItems items={items} />,
  },
});
