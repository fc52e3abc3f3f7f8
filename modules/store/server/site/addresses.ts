import { escapeLike, inScope, type KnownPlaces } from "@ops/platform/server";
import { sql } from "kysely";
import { listStores } from "../../contract/index.ts";
import { db } from "../database.ts";
import { storeTable } from "./tables.ts";

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
