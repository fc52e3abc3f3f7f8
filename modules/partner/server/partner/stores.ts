import type { Tx } from "@ops/platform/server";
import { storesBelow } from "../company/stores-below.ts";

interface Store {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** Finds the stores below the organisation of each partner, in one statement. */
export async function storesOf(
  tx: Tx,
  partners: readonly { readonly id: string; readonly orgId: string | null }[],
): Promise<Map<string, Store[]>> {
  const partnerOf = new Map(partners.flatMap(({ id, orgId }) => (orgId ? [[orgId, id]] : [])));
  const stores = new Map<string, Store[]>();
  for (const { topId, id, code, name } of await storesBelow(tx, partners)) {
    const owner = partnerOf.get(topId);
    if (owner) stores.set(owner, [...(stores.get(owner) ?? []), { id, code, name }]);
  }
  return stores;
}
