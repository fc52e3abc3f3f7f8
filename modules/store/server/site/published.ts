import { findOrganization, lookupOrganizations } from "@ops/authority/server";
import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { isTrading, storeErrors, storeStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { StoreRow } from "./tables.ts";

const columns = [
  "id",
  "storeCode",
  "name",
  "shortName",
  "storeType",
  "operateMode",
  "partnerId",
  "cityCode",
  "districtCode",
  "serviceCityCodes",
  "address",
  "phone",
  "lng",
  "lat",
  "state",
] as const;

/** What other modules may know about a store. */
export type PublishedStore = Pick<StoreRow, (typeof columns)[number]> & {
  readonly isTrading: boolean;
  /** The region of its organisation; null if there is none above it. */
  readonly regionOrgId: string | null;
};

/** Selects what is published, in any state and without regard to the scope. */
export const selectPublished = (tx: Tx) => db(tx).selectFrom("store").select(columns);

type Selected = Pick<StoreRow, (typeof columns)[number]>;

/** Adds what the organisations tell, for many at once. */
export async function publish(tx: Tx, rows: readonly Selected[]): Promise<PublishedStore[]> {
  const ids = rows.map(({ id }) => id);
  const organizations = await lookupOrganizations(tx, ids);
  return rows.map((row) => ({
    ...row,
    isTrading: isTrading(row.state),
    regionOrgId: organizations.get(row.id)?.regionOrgId ?? null,
  }));
}

/**
 * Finds a store and locks it against closing until the end of the transaction. With `trading`, a store that does no
 * business is refused (ST-R34).
 */
export async function requireStore(
  tx: Tx,
  id: string,
  { trading }: { readonly trading?: true } = {},
): Promise<PublishedStore> {
  const found = await selectPublished(tx).where("id", "=", id).forShare().execute();
  const [store] = await publish(tx, found);
  if (!store) throw commonErrors.notFound();
  if (trading && !store.isTrading) {
    throw storeErrors.notTrading({ name: store.name, state: storeStates.label(store.state) });
  }
  return store;
}

/** Finds stores and locks them against closing until the end of the transaction. Unknown ids are left out. */
export async function holdStores(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Selected>> {
  const isOne = sql<boolean>`id = any(${ids}::uuid[])`;
  const rows = await selectPublished(tx).where(isOne).orderBy("id").forShare().execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Finds stores in any state, without regard to the scope. Unknown ids are left out. Locks nothing. */
export async function lookupStores(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, PublishedStore>> {
  if (ids.length === 0) return new Map();
  const rows = await selectPublished(tx).where(sql<boolean>`id = any(${ids}::uuid[])`).execute();
  return new Map((await publish(tx, rows)).map((store) => [store.id, store]));
}

/** Finds a store by its id, its code or the code of its organisation, in any state. Locks nothing. */
export async function findStore(
  tx: Tx,
  by: { readonly id: string } | { readonly code: string },
): Promise<PublishedStore | null> {
  if ("id" in by) return (await lookupStores(tx, [by.id])).get(by.id) ?? null;
  const [coded] = await publish(tx, await selectPublished(tx).where("storeCode", "=", by.code).execute());
  if (coded) return coded;
  const organization = await findOrganization(tx, by);
  return organization ? findStore(tx, { id: organization.id }) : null;
}
