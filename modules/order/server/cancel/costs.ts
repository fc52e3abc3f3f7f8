import type { Tx } from "@ops/platform/server";
import type { CancelCharge } from "../../contract/index.ts";
import type { PublishedOrder } from "../order/published.ts";
import { registry } from "../registry.ts";

/** What a module above asks for when an order is cancelled. */
export interface CancelCost {
  readonly kind: "FREIGHT" | "RIGHTS";
  readonly label: string;
  /** The lines as they are now. They are asked for at the preview, when somebody applies, and at the last approval. */
  linesOf(tx: Tx, order: PublishedOrder): Promise<readonly Pick<CancelCharge, "fen" | "source">[]>;
}

const costs = registry<CancelCost>();

/** Registers a cost of cancellations (OR-R8). */
export const registerCancelCost = costs.register;

export async function registeredCharges(tx: Tx, order: PublishedOrder): Promise<CancelCharge[]> {
  const charges: CancelCharge[] = [];
  for (const { kind, label, linesOf } of costs.entries) {
    for (const { fen, source } of await linesOf(tx, order)) charges.push({ kind, label, fen, source });
  }
  return charges;
}
