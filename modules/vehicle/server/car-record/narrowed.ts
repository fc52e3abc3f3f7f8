import { userTypeOf } from "@ops/authority/server";
import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";

/** Staff of carriers, or somebody who sees through their eyes: VIN, configuration, colour and place (section 7). */
export async function isNarrowed(tx: Tx): Promise<boolean> {
  const { userId, seenBy } = tx.actor;
  for (const id of [userId, seenBy?.userId]) {
    if (id !== undefined && (await userTypeOf(tx, id)) === "CARRIER") return true;
  }
  return false;
}

/** For what tells of holders, owners or what the brand has to do with the car. */
export async function refuseNarrowed(tx: Tx): Promise<void> {
  if (await isNarrowed(tx)) throw commonErrors.forbidden();
}
