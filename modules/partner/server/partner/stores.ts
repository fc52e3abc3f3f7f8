import { organizationsBelow } from "@ops/authority/server";
import type { AnswerFrom } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { requirePartner } from "../company/find.ts";
import { db } from "../database.ts";

interface Store {
  readonly id: string;
  readonly code: string;
  readonly name: string;
}

/** Organisations of type STORE below that of each partner, in one statement. */
export async function storesOf(
  tx: Tx,
  partners: readonly { readonly id: string; readonly orgId: string | null }[],
): Promise<Map<string, Store[]>> {
  const partnerOf = new Map(partners.flatMap(({ id, orgId }) => (orgId ? [[orgId, id]] : [])));
  const stores = new Map<string, Store[]>();
  for (const { topId, id, code, name } of await organizationsBelow(tx, [...partnerOf.keys()], "STORE")) {
    const owner = partnerOf.get(topId);
    if (owner) stores.set(owner, [...(stores.get(owner) ?? []), { id, code, name }]);
  }
  return stores;
}

export async function listPartnerStores(
  tx: Tx,
  partnerId: string,
): Promise<AnswerFrom<typeof contract.listPartnerStores>> {
  const partner = await requirePartner(tx, partnerId);
  const stores = (await storesOf(tx, [partner])).get(partner.id) ?? [];
  const counted = await db(tx)
    .selectFrom("partnerStaff")
    .select((eb) => ["storeId", eb.fn.countAll<number>().as("count")])
    .where("partnerId", "=", partner.id)
    .where("state", "not in", ["LEFT", "REJECTED"])
    .groupBy("storeId")
    .execute();
  const counts = new Map(counted.map(({ storeId, count }) => [storeId, count]));
  return stores.map((store) => ({ ...store, staffCount: counts.get(store.id) ?? 0 }));
}
