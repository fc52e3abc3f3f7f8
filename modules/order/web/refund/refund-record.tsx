import { decideRefund, getRefund, type Refund, refundStates, retryRefund, setRefundAccount } from "@ops/order/contract";
import { type DetailAction, formAction, recordOf, sendOnce, showMoney, type Tone } from "@ops/platform/web";
import { linkedOrder } from "../order/OrderLink.tsx";

export const refundTones: Readonly<Record<Refund["state"], Tone>> = {
  APPLIED: "active",
  APPROVED: "active",
  PROCESSING: "active",
  SUCCESS: "good",
  FAILED: "bad",
  REJECTED: "neutral",
};

const number = ({ refundNo }: Refund) => refundNo;

/** 审批, 重试 and 改账户 (section 5). */
export const refundActions: readonly DetailAction<Refund>[] = [
  formAction({
    label: "审批",
    needs: decideRefund,
    when: ({ state }: Refund) => refundStates.can(state, "approve"),
    number,
    okText: "提交",
    done: "已审批！",
    start: () => ({ verdict: "APPROVE" as const }),
    useSpecial: () => ({ note: "驳回时必填" }),
    refusals: { ORDER_REFUND_NOTE: "note" },
  }),
  {
    label: "重试",
    needs: retryRefund,
    when: ({ state }) => refundStates.can(state, "resend"),
    confirm: ({ refundNo, amountFen }) => `将退款${refundNo}的${showMoney(amountFen)}按原退款方式再退一次？`,
    run: ({ id, version }) => sendOnce(retryRefund, { params: { id }, body: { version } }, "已重新发起退款！"),
  },
  formAction({
    label: "改账户",
    needs: setRefundAccount,
    when: ({ state }: Refund) => refundStates.can(state, "resend"),
    number,
    okText: "改账户并退款",
    warns: true,
    done: "已改退到银行账户！",
    useSpecial: () => ({ payeeName: "须与购车人姓名一致" }),
    refusals: { ORDER_REFUND_NAME: "payeeName" },
  }),
];

/** One refund with its approval and its log. */
export const refundRecord = recordOf({
  endpoint: getRefund,
  entity: "退款",
  title: ({ refundNo }) => `退款 · ${refundNo}`,
  machine: refundStates,
  tones: refundTones,
  actions: refundActions,
  approvals: true,
  overview: {
    title: "退款",
    fields: [
      { show: "orderNo", as: linkedOrder },
      "customerName",
      "why",
      "amountFen",
      "payNo",
      "channelName",
      "route",
      { show: "bank", when: ({ bank }) => bank !== null },
      { show: "account", when: ({ account }) => account !== null },
      "createdByName",
      "createdAt",
      { show: "note", when: ({ note }) => note !== null, full: true },
      { show: "failureReason", when: ({ failureReason }) => failureReason !== null, full: true },
      { show: "channelNo", when: ({ channelNo }) => channelNo !== null },
      { show: "finishedAt", when: ({ finishedAt }) => finishedAt !== null },
    ],
  },
});
