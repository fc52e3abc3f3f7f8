import { stateMachine } from "@ops/platform/contract";

/** 合同, from the draft at the lock to the signature (section 3). Another choice, buyer or price makes it void. */
export const contractStates = stateMachine({
  code: "ORDER",
  entity: "合同",
  initial: "DRAFT",
  states: { DRAFT: "草稿", SENT: "待签署", SIGNED: "已签署", VOID: "已作废" },
  moves: {
    send: { label: "发送", from: ["DRAFT"], to: "SENT" },
    sign: { label: "签署", from: ["SENT"], to: "SIGNED" },
    void: { label: "作废", from: ["DRAFT", "SENT", "SIGNED"], to: "VOID" },
  },
});

/** 发票, from the application to its reversal (section 3). */
export const invoiceStates = stateMachine({
  code: "ORDER",
  entity: "发票",
  initial: "APPLYING",
  states: {
    APPLYING: "开票中",
    ISSUED: "已开票",
    FAILED: "开票失败",
    RED_PENDING: "红冲中",
    RED: "已红冲",
  },
  moves: {
    issue: { label: "开票", from: ["APPLYING"], to: "ISSUED" },
    fail: { label: "开票失败", from: ["APPLYING"], to: "FAILED" },
    askRed: { label: "红冲", from: ["ISSUED"], to: "RED_PENDING" },
    reverse: { label: "红冲完成", from: ["RED_PENDING"], to: "RED" },
    failRed: { label: "红冲失败", from: ["RED_PENDING"], to: "ISSUED" },
  },
});

/** Nobody knows what became of an invoice, or of taking it back, until people have found it out. */
export const isInvoiceUnsure = ({ state, failure }: { readonly state: string; readonly failure: string | null }) =>
  failure !== null && (state === "APPLYING" || state === "RED_PENDING");
