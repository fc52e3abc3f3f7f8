import { type BusinessError, commonErrors, wireTime } from "@ops/platform/contract";
import { requireRecord, type Tx } from "@ops/platform/server";
import {
  type CancelCharge,
  type CancelLine,
  cancelErrors,
  coverLines,
  orderStates,
  type Party,
  type PlannedRefund,
  refundErrors,
} from "../../contract/index.ts";
import { lockMoney } from "../order/money.ts";
import { presentOrder } from "../order/present.ts";
import { type OrderRow, orderMoney } from "../order/tables.ts";
import { planRefunds } from "./plan.ts";
import { chargesOf, partyOf } from "./terms.ts";

interface SeenLine extends Pick<CancelCharge, "kind" | "fen"> {
  readonly waivedFen: number;
}

/** What somebody agreed to when he applied. */
interface Agreed {
  readonly party: Party;
  readonly lines: readonly SeenLine[];
  readonly refundFen: number;
  readonly waiveReason: string | null;
}

/** A cancellation as it would be now: what it costs, what goes back, and from which payments. */
export interface Draft {
  readonly party: Party;
  readonly lines: readonly CancelLine[];
  readonly paidFen: number;
  readonly deductFen: number;
  readonly refundFen: number;
  readonly plan: readonly PlannedRefund[];
  readonly isWaived: boolean;
}

/** Finds what is paid and not paid back, of an order that is locked. */
export async function paidOf(tx: Tx, order: OrderRow): Promise<number> {
  const { paidFen, refundedFen } = await lockMoney(tx, order);
  return paidFen - refundedFen;
}

/** Makes the draft that the applicant saw; one that would be another by now is a conflict (OR-R8). */
export async function draftCancel(tx: Tx, order: OrderRow, agreed: Agreed): Promise<Draft> {
  const paidFen = await paidOf(tx, order);
  const party = partyOf(tx, order, agreed.party);
  const charges = await chargesOf(tx, order, party);
  if (!areSame(charges, agreed.lines)) {
    throw await conflictAbout(tx, order, { ...(await presentOrder(tx, order)), charges });
  }
  const waived = charges.map((charge, at) => ({ ...charge, waivedFen: agreed.lines[at]?.waivedFen ?? 0 }));
  if (waived.some(({ fen, waivedFen }) => waivedFen > fen)) throw cancelErrors.cancelWaive();
  const isWaived = waived.some(({ waivedFen }) => waivedFen > 0);
  if (isWaived && !agreed.waiveReason) throw cancelErrors.cancelWaiveReason(undefined, { field: "waiveReason" });
  const { lines, deductFen, refundFen } = coverLines(waived, paidFen);
  if (refundFen !== agreed.refundFen) throw refundErrors.refundSum(undefined, { field: "refundFen" });
  return { party, lines, paidFen, deductFen, refundFen, plan: await planRefunds(tx, order.id, refundFen), isWaived };
}

/** Shows an order with what its cancellation costs now, to the selling side (section 7). */
export async function presentCharged(tx: Tx, order: OrderRow, told: Party) {
  await requireRecord(tx, orderMoney, order.id);
  const canBe = orderStates.can(order.state, "applyCancel");
  const charges = canBe ? await chargesOf(tx, order, partyOf(tx, order, told)) : [];
  return { ...(await presentOrder(tx, order)), charges };
}

/** A cancellation for which nothing is taken, so that nobody has to agree to lines. */
export async function freeDraft(tx: Tx, order: OrderRow, party: Party): Promise<Draft> {
  const refundFen = await paidOf(tx, order);
  return draftCancel(tx, order, { party, lines: [], refundFen, waiveReason: null });
}

export function areSame(
  charges: readonly Pick<CancelCharge, "kind" | "fen">[],
  seen: readonly Pick<CancelCharge, "kind" | "fen">[],
): boolean {
  return (
    charges.length === seen.length &&
    charges.every(({ kind, fen }, at) => kind === seen[at]?.kind && fen === seen[at]?.fen)
  );
}

/** What the cancellation costs has changed since somebody looked at it. */
export async function conflictAbout(tx: Tx, order: OrderRow, present: unknown): Promise<BusinessError> {
  const values = { name: await tx.personName(order.updatedBy), time: wireTime(order.updatedAt) };
  return commonErrors.versionConflict(values, present);
}
