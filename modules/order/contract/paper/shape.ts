import { createdAt, fen, oneOf, sealed, shape, typedMoment, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { contractStates, invoiceStates } from "../order/paper-states.ts";
import { invoiceKinds } from "./states.ts";

const orderId = withMeta(z.string(), { label: "订单" });
const text = (label: string) => withMeta(z.string().nullable(), { label });

export const ContractShape = shape("orderContract", "合同", {
  contractNo: withMeta(z.string(), { label: "合同号" }),
  orderId,
  state: contractStates.schema,
  sentAt: typedMoment("发送时间").nullable(),
  signedAt: typedMoment("签署时间").nullable(),
  /** Its number at the provider. */
  outsideNo: text("平台合同号"),
  voidReason: text("作废原因"),
});

export const OrderContract = ContractShape.answer({ createdAt });
export type OrderContract = z.output<typeof OrderContract>;

export const InvoiceShape = shape("orderInvoice", "发票", {
  orderId,
  invoiceNo: text("发票号"),
  kind: oneOf(invoiceKinds, "请选择发票类型").meta({ label: "发票类型" }),
  /** The name and the number of the buyer, as they were when it was applied for. */
  title: sealed("name", withMeta(z.string(), { label: "抬头" })),
  taxNo: sealed("idCard", withMeta(z.string().nullable(), { label: "税号" })),
  amountFen: fen.meta({ label: "金额" }),
  state: invoiceStates.schema,
  issuedAt: typedMoment("开票时间").nullable(),
  redNo: text("红字发票号"),
  redAt: typedMoment("红冲时间").nullable(),
  redReason: text("红冲原因"),
  failure: text("失败原因"),
});

/** The amount is null for people who are not of the selling side (section 7). */
export const OrderInvoice = InvoiceShape.answer({
  amountFen: withMeta(fen.nullable(), { label: "金额" }),
  createdAt,
});
export type OrderInvoice = z.output<typeof OrderInvoice>;
