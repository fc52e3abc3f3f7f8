import { boundedText, callsOf, oneOf, reason, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { OrderShape, orderFrame } from "../order/shape.ts";
import { loanStates } from "../order/states.ts";
import { InvoiceShape, OrderContract, OrderInvoice } from "./shape.ts";
import { invoiceOutcomes } from "./states.ts";
import { payGates, paySteps } from "./steps.ts";

/** A step of payment that is missing, with whoever looks after it (OR-R18). */
export const MissingStep = z.object({
  step: oneOf(paySteps).meta({ label: "待办" }),
  before: oneOf(payGates).meta({ label: "须早于" }),
  ownerId: z.string().nullable(),
  ownerName: withMeta(z.string().nullable(), { label: "负责人" }),
});

export const OrderPapers = z.object({
  contracts: z.array(OrderContract).meta({ label: "合同" }),
  invoices: z.array(OrderInvoice).meta({ label: "发票" }),
  missing: z.array(MissingStep).meta({ label: "待办" }),
});
export type OrderPapers = z.output<typeof OrderPapers>;

const calls = callsOf(OrderShape, { ...orderFrame, answer: OrderPapers });

/** Contracts and invoices, the newest first, and the payments that are still missing. */
export const getOrderPapers = calls.part("papers", "合同与发票", { answer: OrderPapers });

/** Sends the contract to the customer, who signs it at the provider. */
export const sendContract = calls.on("contract/send", "发送合同", {}, { permission: "order:contract:manage" });

const INVOICE = "order:invoice:manage";

/** Title and number are those of the buyer, the amount is the price of the car (OR-R10). */
export const applyInvoice = calls.on("invoice/apply", "申请开票", InvoiceShape.pick("kind"), {
  permission: INVOICE,
  risk: "HIGH",
});

export const redInvoice = calls.on("invoice/red", "红冲发票", { reason }, { permission: INVOICE, risk: "HIGH" });

/** Notes what people have found out about an invoice, or about taking it back, whose outcome is unsure. */
export const settleInvoice = calls.on(
  "invoice/settle",
  "登记开票结果",
  {
    outcome: oneOf(invoiceOutcomes, "请选择结果").meta({ label: "结果" }),
    outsideNo: boundedText("发票号码", 40).optional(),
    reason,
  },
  { permission: INVOICE, risk: "HIGH" },
);

/** Notes how far the loan is, or the number of the lease; what is left out stays. */
export const noteLoan = callsOf(OrderShape, orderFrame).on(
  "loan",
  "登记贷款",
  {
    loanState: oneOf(loanStates).optional().meta({ label: "贷款状态" }),
    leaseNo: boundedText("租赁合同号", 40).optional(),
  },
  { permission: "order:loan:edit" },
);
