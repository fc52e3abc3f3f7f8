/** How a port behaves, as chosen on the page. */
export const moods = {
  NORMAL: "正常",
  SLOW: "缓慢（12秒后应答）",
  FAILING: "故障（503，未受理）",
  REFUSING: "拒绝",
  SILENT: "无应答（已受理）",
  PENDING: "处理中（查询两次后完成）",
  REPEATED: "重复回调（通知两次，仅对带 x-callback 的调用）",
} as const;
export type Mood = keyof typeof moods;

interface Port {
  readonly title: string;
  /** Makes the answer of the port after success; `no` counts the requests. */
  answer(no: number): Readonly<Record<string, string>>;
}

const day = () => new Date().toISOString();
const numbered = (prefix: string, no: number) => `${prefix}${String(no).padStart(8, "0")}`;

/** The outside systems that the demo calls, by the first part of their address. */
export const ports: Readonly<Record<string, Port>> = {
  refund: { title: "原路退款", answer: (no) => ({ channelNo: numbered("RF", no), finishedAt: day() }) },
  invoice: { title: "开票", answer: (no) => ({ invoiceNo: numbered("2500", no), issuedAt: day() }) },
  contract: { title: "电子合同", answer: (no) => ({ contractNo: numbered("EC", no), signedAt: day() }) },
  payout: { title: "代付", answer: (no) => ({ channelNo: numbered("PO", no), finishedAt: day() }) },
  sms: { title: "短信", answer: (no) => ({ providerMsgId: numbered("M", no) }) },
};
