import { partnerRoles } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";
import { staffErrors } from "../../contract/index.ts";
import { storesBelow } from "../company/stores-below.ts";
import type { PartnerRow } from "../company/tables.ts";

interface Place {
  readonly storeId: string | null;
  readonly orgId: string;
}

/**
 * Finds the place of work: a store of the partner. Administrators, and everybody of a partner without stores, work at
 * its own organisation.
 */
export async function placeOf(
  tx: Tx,
  { orgId }: PartnerRow,
  { storeId, positionCode }: { storeId: string | null; positionCode: string },
): Promise<Place> {
  if (orgId === null) throw staffErrors.staffStore();
  const stores = await storesBelow(tx, [{ orgId }]);
  if (storeId !== null) {
    if (!stores.some(({ id }) => id === storeId)) throw staffErrors.staffStore();
    return { storeId, orgId: storeId };
  }
  if (stores.length > 0 && positionCode !== "ADMIN") throw staffErrors.staffStoreNeeded();
  return { storeId: null, orgId };
}

/** Refuses roles that are not marked 可授予伙伴, or not for the kinds of this partner (PT-R11). */
export async function refuseRoles(tx: Tx, { kinds }: PartnerRow, roleIds: readonly string[]): Promise<void> {
  const grantable = new Set((await partnerRoles(tx, kinds)).map(({ id }) => id));
  if (roleIds.some((id) => !grantable.has(id))) throw staffErrors.role();
}
