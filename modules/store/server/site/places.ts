import { followMerges } from "@ops/authority/server";
import { escapeLike, inScope, type KnownPlaces, type Tx } from "@ops/platform/server";
import { placePort } from "@ops/vehicle/server";
import { sql } from "kysely";
import { listStores } from "../../contract/index.ts";
import { db } from "../database.ts";
import { findStore, lookupStores, type PublishedStore } from "./published.ts";
import { storeTable } from "./tables.ts";

const UUID = /^[0-9a-f-]{36}$/;

/** Stores and delivery centres as places of cars, known by both codes. */
export const storePlaces = placePort.of({
  kind: "STORE",
  byId: async (tx, id) => (UUID.test(id) ? placeOf(tx, await findStore(tx, { id })) : null),
  byCode: async (tx, code) => placeOf(tx, await findStore(tx, { code })),
});

/** A store whose organisation was merged counts as the one into which it was merged (AU-R42). */
async function placeOf(tx: Tx, asked: PublishedStore | null) {
  if (!asked) return null;
  const orgId = (await followMerges(tx, [asked.id])).get(asked.id)?.id ?? asked.id;
  const { id, name, cityCode, lng, lat, state } = (await lookupStores(tx, [orgId])).get(orgId) ?? asked;
  return { id, name, orgId, cityCode, lng, lat, isClosed: state === "CLOSED" };
}

/** Finds addresses of stores that the reader may see, with their coordinates (PF-R102, PF-R106). */
export const storeAddresses: KnownPlaces = async (tx, { keyword, regionCodes, most }) => {
  const { permission } = listStores;
  if (!tx.actor.can(permission)) return [];
  const pattern = `%${escapeLike(keyword)}%`;
  const rows = await db(tx)
    .selectFrom("store")
    .select(["name", "address", "districtCode", "cityCode", "lng", "lat"])
    .where("state", "<>", "CLOSED")
    .where("address", "is not", null)
    .where(sql<boolean>`(name ilike ${pattern} or address ilike ${pattern})`)
    .where(sql<boolean>`(${regionCodes}::text[] is null or coalesce(district_code, city_code) = any(${regionCodes}))`)
    .where(inScope({ ...tx, permission }, storeTable))
    .orderBy("name")
    .limit(most)
    .execute();
  return rows.map(({ name, address, districtCode, cityCode, lng, lat }) => {
    return { name, address: address ?? "", regionCode: districtCode ?? cityCode, lng, lat };
  });
};
