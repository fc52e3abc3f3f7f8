import { type Cancel, CancelLine, cancelStates, getCancel, PlannedRefund, withdrawCancel } from "@ops/order/contract";
import { formAction, PlainTable, recordOf, type Tone, tableColumnsOf } from "@ops/platform/web";
import { linkedOrder } from "../order/OrderLink.tsx";
import "../order/order.css";

export const cancelTones: Readonly<Record<Cancel["state"], Tone>> = {
  REVIEW: "active",
  DONE: "good",
  REJECTED: "neutral",
  WITHDRAWN: "neutral",
};

/** 撤回, by whoever applied. Consent is given in 待我审批. */
const withdrawAction = formAction({
  label: "撤回退订",
  needs: withdrawCancel,
  when: ({ state, isOwn }: Cancel) => state === "REVIEW" && isOwn,
  number: ({ cancelNo }) => cancelNo,
  okText: "撤回",
  done: "已撤回！",
});

/** What the cancellation costs and which payments give back how much, for the selling side. */
function CancelAmounts({ cancel: { lines, plan, refundFen } }: { readonly cancel: Cancel }) {
  if (refundFen === null) return <p className="order-hint">金额由下单门店与总部查看</p>;
  return (
    <>
      <h3 className="part-title">扣款明细</h3>
      <PlainTable
        rowKey={({ kind, source }) => `${kind}:${source}`}
        rows={lines}
        empty="不扣款"
        columns={tableColumnsOf(CancelLine, {
          label: 0,
          source: 110,
          fen: 110,
          waivedFen: 110,
          takenFen: 110,
          uncoveredFen: 110,
        })}
      />
      <h3 className="part-title">退款计划</h3>
      <PlainTable
        rowKey="paymentId"
        rows={plan}
        empty="没有可退的款项"
        columns={tableColumnsOf(PlannedRefund, { payNo: 0, channel: 110, amountFen: 130 })}
      />
    </>
  );
}

/** One cancellation with its lines, its approval and its log, as 待我审批 opens it. */
export const cancelRecord = recordOf({
  endpoint: getCancel,
  entity: "退订单",
  title: ({ orderNo }) => `退订 · ${orderNo}`,
  number: ({ cancelNo }) => cancelNo,
  machine: cancelStates,
  tones: cancelTones,
  actions: [withdrawAction],
  approvals: true,
  overview: {
    title: "退订",
    fields: [
      { show: "orderNo", as: linkedOrder },
      "fromState",
      "reasonCode",
      "party",
      "paidFen",
      "deductFen",
      "refundFen",
      "createdByName",
      "createdAt",
      { show: "reason", when: ({ reason }) => reason !== null, full: true },
      { show: "waiveReason", when: ({ waiveReason }) => waiveReason !== null, full: true },
    ],
    content: (cancel) => <CancelAmounts cancel={cancel} />,
  },
});
