import type { Tx } from "@ops/platform/server";
import { personStopped } from "../../contract/index.ts";

/** Tells other modules that nobody works with the account any more. */
export function tellStopped(tx: Tx, userId: string, how: "LEFT" | "DISABLED"): Promise<void> {
  return tx.publish(personStopped, { userId, how, at: tx.now.toISOString() });
}
