import type { Tx } from "@ops/platform/server";
import { customerChanged } from "../../contract/index.ts";

/** Tells other modules that the name, phone or number of a customer has changed. */
export function tellChanged(tx: Tx, { id }: { readonly id: string }): Promise<void> {
  return tx.publish(customerChanged, { customerId: id, at: tx.now.toISOString() });
}
