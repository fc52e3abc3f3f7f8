import type { Tx } from "@ops/platform/server";
import { hasOpenChange } from "../order/open-change.ts";
import type { OrderRow } from "../order/tables.ts";
import { freeDraft } from "./draft.ts";
import { cancelNow, isFreeNow } from "./finish.ts";
import type { CancelRow } from "./tables.ts";

/**
 * Cancels a locked order at once and pays everything back, if nobody has to agree to that (OR-R8). Answers null where
 * somebody has, or has to decide about a change first; a person has to apply for it then.
 */
export async function cancelAtOnce(
  tx: Tx,
  order: OrderRow,
  words: Pick<CancelRow, "reasonCode" | "reason">,
): Promise<OrderRow | null> {
  if ((await hasOpenChange(tx, order.id)) || !(await isFreeNow(tx, order))) return null;
  return cancelNow(tx, order, await freeDraft(tx, order, "CUSTOMER"), words);
}
