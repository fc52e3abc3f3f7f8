import type { Tx } from "@ops/platform/server";
import type { partnerSuspended } from "../../contract/index.ts";

/** Publishes an event about a partner, which other modules get after the commit. */
export function tellPartner(tx: Tx, event: typeof partnerSuspended, { id }: { readonly id: string }): Promise<void> {
  return tx.publish(event, { partnerId: id, at: tx.now.toISOString() });
}
