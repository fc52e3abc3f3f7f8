import { organizationsBelow, type PublishedOrganization } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";

type StoreOrganization = PublishedOrganization & { readonly topId: string };

/** Lists the stores of partners, delivery centres too, with the organisation of the partner above each. */
export function storesBelow(
  tx: Tx,
  partners: readonly { readonly orgId: string | null }[],
): Promise<StoreOrganization[]> {
  const orgIds = partners.flatMap(({ orgId }) => orgId ?? []);
  return organizationsBelow(tx, orgIds, "STORE", "DELIVERY");
}
