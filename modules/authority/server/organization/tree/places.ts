import { type Actor, escapeLike, type KnownPlaces } from "@ops/platform/server";
import { sql } from "kysely";
import { organizationTree } from "../../../contract/index.ts";
import { db } from "../../database.ts";
import { reaches } from "../tables.ts";

/** Finds addresses of stores and delivery centres that the reader may see (PF-R102, PF-R106). */
export const organizationPlaces: KnownPlaces = async (tx, { keyword, regionCodes, most }) => {
  const { permission } = organizationTree;
  const { actor } = tx;
  if (!actor.can(permission)) return [];
  const isSeen = (reader: Actor) => reaches({ actor: reader, permission }, sql.ref("o.id"));
  const pattern = `%${escapeLike(keyword)}%`;
  const rows = await db(tx)
    .selectFrom("organization as o")
    .select(["o.name", "o.address", "o.regionCode"])
    .where("o.type", "in", ["STORE", "DELIVERY"])
    .where("o.refModule", "is", null) // the module of a record knows its address better
    .where("o.status", "=", "ENABLED")
    .where("o.deletedAt", "is", null)
    .where("o.address", "is not", null)
    .where(sql<boolean>`(o.name ilike ${pattern} or o.address ilike ${pattern})`)
    .where(sql<boolean>`(${regionCodes}::text[] is null or o.region_code = any(${regionCodes}))`)
    .where(isSeen(actor))
    .where(actor.seenBy ? isSeen(actor.seenBy) : sql<boolean>`true`)
    .orderBy("o.name")
    .limit(most)
    .execute();
  return rows.map(({ name, address, regionCode }) => ({
    name,
    address: address ?? "",
    regionCode,
    lng: null,
    lat: null,
  }));
};
