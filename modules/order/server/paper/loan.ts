import { changeRecord, type Tx } from "@ops/platform/server";
import { loanStates, paperErrors, payModes } from "../../contract/index.ts";
import { type OrderRow, orders } from "../order/tables.ts";

type LoanState = OrderRow["loanState"];

/** How a loan goes on. A lender may still refuse what he has approved, and be asked again. */
const next: Record<LoanState, readonly LoanState[]> = {
  NONE: ["APPLIED"],
  APPLIED: ["APPROVED", "REJECTED"],
  APPROVED: ["RELEASED", "REJECTED"],
  REJECTED: ["APPLIED"],
  RELEASED: [],
};

interface Noted {
  readonly loanState?: LoanState | undefined;
  readonly leaseNo?: string | undefined;
}

/** What a person notes about loan or lease, each for orders that are paid that way (OR-R18). */
export function checkLoan({ payMode, loanState: from }: OrderRow, { loanState: to, leaseNo }: Noted) {
  if (to === undefined && !leaseNo) throw paperErrors.loanNone();
  if (to !== undefined && payMode !== "LOAN") throw paperErrors.loanMode({ mode: payModes.LOAN });
  if (leaseNo && payMode !== "LEASE") throw paperErrors.loanMode({ mode: payModes.LEASE });
  if (to !== undefined && to !== from && !next[from].includes(to)) {
    throw paperErrors.loanStep({ from: loanStates[from], to: loanStates[to] });
  }
  return { ...(to === undefined ? {} : { loanState: to }), ...(leaseNo ? { leaseNo } : {}) };
}

/** Notes what the lender has told. It is a fact, whatever stood there before; money that was released stays so. */
export async function tellLoan(tx: Tx, order: OrderRow, loanState: LoanState): Promise<OrderRow> {
  if (order.loanState === "RELEASED" || order.loanState === loanState) return order;
  return changeRecord(tx, orders, order, { loanState });
}
