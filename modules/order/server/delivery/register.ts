import type { Tx } from "@ops/platform/server";
import { registry } from "../registry.ts";

/** Something that a module above has to finish before a car is handed over (OR-R12). */
export interface DeliveryCheck {
  readonly code: string;
  readonly label: string;
  /** Those of the orders for which it is finished. */
  isReady(tx: Tx, orderIds: readonly string[]): Promise<ReadonlySet<string>>;
}

/** A module above that may object to a hand-over being taken back. */
export interface RevertGuard {
  readonly name: string;
  /** Why it cannot be taken back; null if it can. */
  refusal(tx: Tx, orderId: string): Promise<string | null>;
}

const checks = registry<DeliveryCheck>();
const guards = registry<RevertGuard>();

export const registerDeliveryCheck = checks.register;
export const registerRevertGuard = guards.register;

export const registeredChecks = checks.entries;

/** Asks everybody who may object, and answers the first objection. */
export async function objectionToRevert(tx: Tx, orderId: string): Promise<string | null> {
  for (const guard of guards.entries) {
    const why = await guard.refusal(tx, orderId);
    if (why !== null) return why;
  }
  return null;
}
