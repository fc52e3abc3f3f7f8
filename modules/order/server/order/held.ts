import { orderErrors } from "../../contract/index.ts";
import type { OrderRow } from "./tables.ts";

/** Refuses acts on an order that somebody has put on hold (section 3). */
export function refuseHeld({ heldReason }: OrderRow): void {
  if (heldReason !== null) throw orderErrors.held({ reason: heldReason });
}
