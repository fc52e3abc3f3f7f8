import { userTypeOf } from "@ops/authority/server";
import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";

/**
 * Tells whether the reader belongs to a carrier, or views the product as such a person. Carriers see only VIN,
 * configuration, colour and place (section 7).
 */
export async function isCarrierStaff(tx: Tx): Promise<boolean> {
  const { userId, seenBy } = tx.actor;
  for (const id of [userId, seenBy?.userId]) {
    if (id !== undefined && (await userTypeOf(tx, id)) === "CARRIER") return true;
  }
  return false;
}

/** Guards data about holders, owners and the purpose for which the brand keeps a car. */
export async function refuseCarrierStaff(tx: Tx): Promise<void> {
  if (await isCarrierStaff(tx)) throw commonErrors.forbidden();
}
