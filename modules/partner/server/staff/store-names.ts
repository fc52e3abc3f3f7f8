import { findOrganization } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";

/** What stores are called, each asked for once. */
export async function namesOfStores(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await Promise.all([...new Set(ids)].map((id) => findOrganization(tx, { id })));
  return new Map(found.flatMap((store) => (store ? [[store.id, store.name] as const] : [])));
}
