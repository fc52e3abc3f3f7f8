import { lockErrors, type Order, type PayStep, paperErrors, paySteps } from "@ops/order/contract";

type Sent = Pick<Order, "contractState" | "isIdentityVerified">;

/** Why the contract is not sent now. */
export function refuseSending({ contractState, isIdentityVerified }: Sent): string | null {
  if (contractState === "SENT") return "合同已发送，等待客户签署";
  if (contractState === "SIGNED") return "合同已签署";
  return isIdentityVerified ? null : lockErrors.idUnverified().message;
}

type Invoiced = Pick<
  Order,
  "vin" | "contractState" | "invoiceState" | "payMode" | "balanceFen" | "loanState" | "leaseNo"
>;

/** Why an invoice cannot be applied for yet (OR-R10, OR-R18); 首付 of a loan is known to the server alone. */
export function refuseInvoicing(order: Invoiced): string | null {
  const { vin, contractState, invoiceState } = order;
  if (vin === null) return paperErrors.invoiceNoVin().message;
  if (invoiceState === "APPLYING") return paperErrors.invoiceRunning().message;
  if (invoiceState !== null) return paperErrors.invoiceOpen().message;
  if (contractState !== "SIGNED") return paperErrors.invoiceContract().message;
  const step = missingStep(order);
  return step && paperErrors.payStep({ steps: paySteps[step] }).message;
}

function missingStep({ payMode, balanceFen, loanState, leaseNo }: Invoiced): PayStep | null {
  if (payMode === "LOAN") return loanState === "APPROVED" || loanState === "RELEASED" ? null : "LOAN_APPROVED";
  if (payMode === "LEASE") return leaseNo === null ? "LEASE_NO" : null;
  return balanceFen > 0 ? "BALANCE" : null;
}

/** Why there is no invoice to be taken back. */
export function refuseReversal({ invoiceState }: Pick<Order, "invoiceState">): string | null {
  if (invoiceState === "RED_PENDING") return "正在红冲，请等待红冲结果";
  return invoiceState === "ISSUED" ? null : paperErrors.invoiceNone().message;
}

/** Why nobody has to find out what became of an invoice. */
export const refuseSettling = ({ isInvoiceUnsure }: Pick<Order, "isInvoiceUnsure">) =>
  isInvoiceUnsure ? null : paperErrors.invoiceSure().message;
