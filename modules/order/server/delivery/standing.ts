import type { Tx } from "@ops/platform/server";
import { type HandCheck, handCheck, handChecks } from "../../contract/index.ts";
import type { CheckRow } from "../check/tables.ts";
import { findRows } from "../database.ts";
import type { OrderRow } from "../order/tables.ts";
import { registeredChecks } from "./register.ts";
import { systemChecks } from "./system-checks.ts";

interface HandRule {
  readonly needsFile: boolean;
  /** Whether it is done at the store only, with car and customer there. */
  readonly isAtStore: boolean;
  readonly isAsked?: (order: OrderRow) => boolean;
}

export const handRules: Readonly<Record<HandCheck, HandRule>> = {
  PDI: { needsFile: true, isAtStore: true },
  INSURANCE: { needsFile: true, isAtStore: false },
  HANDOVER_SIGN: { needsFile: true, isAtStore: true },
  LEASE_RELEASE: { needsFile: true, isAtStore: false, isAsked: ({ payMode }) => payMode === "LEASE" },
  ID_CHECK: { needsFile: false, isAtStore: true },
  PLATE_OR_TEMP: { needsFile: false, isAtStore: false },
};

/** A check of an order as it stands now. */
export interface Standing {
  readonly code: string;
  readonly label: string;
  readonly isDone: boolean;
  readonly isByHand: boolean;
  readonly needsFile: boolean;
  readonly isAtStore: boolean;
  /** What somebody noted; null for what turns green by itself. */
  readonly noted: CheckRow | null;
}

/** Lists what is asked of an order before its hand-over: by the system, by modules above and by hand (OR-R12). */
export async function checksOf(tx: Tx, order: OrderRow): Promise<Standing[]> {
  const isAsked = (check: { isAsked?: (asked: OrderRow) => boolean }) => check.isAsked?.(order) ?? true;
  const byItself = { isByHand: false, needsFile: false, isAtStore: false, noted: null };
  const system: Standing[] = [];
  for (const check of systemChecks.filter(isAsked)) {
    system.push({ code: check.code, label: check.label, isDone: await check.isGreen(tx, order), ...byItself });
  }
  for (const check of registeredChecks) {
    const isDone = (await check.isReady(tx, [order.id])).has(order.id);
    system.push({ code: check.code, label: check.label, isDone, ...byItself });
  }
  const rows = await findRows(tx, "deliveryCheck", { orderId: order.id });
  const hand = handCheck.options
    .filter((code) => isAsked(handRules[code]))
    .map((code) => {
      const noted = rows.find((row) => row.code === code) ?? null;
      const { needsFile, isAtStore } = handRules[code];
      const rule = { isByHand: true, needsFile, isAtStore };
      return { code, label: handChecks[code], isDone: Boolean(noted?.doneAt), ...rule, noted };
    });
  return [...system, ...hand];
}

/** The names of checks that are not green. */
export const missingOf = (checks: readonly Standing[]): string[] =>
  checks.flatMap(({ isDone, label }) => (isDone ? [] : [label]));
