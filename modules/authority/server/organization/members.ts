import type { QueryOf } from "@ops/platform/contract";
import { countedPage, escapeLike, reads, requireRecord, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { hasNumber } from "../person/tables.ts";
import { isBelow, organizations, reaches } from "./tables.ts";

type Query = QueryOf<typeof contract.listOrganizationMembers>;

/** Lists the people with posts in an organisation, or anywhere below it in the reader's scope. */
export const listOrganizationMembers = reads(
  contract.listOrganizationMembers,
  async (tx, { params: { id }, query }) => {
    const { path } = await requireRecord(tx, organizations, id);
    const members = membersOf(tx, { id, path }, { ...query, fits: await matches(tx, query.keyword) });
    return countedPage(query, {
      rows: (limit, offset) =>
        members
          .select(["m.id", "m.userId", "u.userName", "u.mobilePhone", "u.staffNo", "u.status as userStatus"])
          .select(["o.name as organizationName", "p.name as positionName", "m.isPrimary", "m.startDate"])
          .orderBy("o.level")
          .orderBy("o.sort")
          .orderBy("p.rank", "desc")
          .orderBy("u.userName")
          .orderBy("m.id")
          .limit(limit)
          .offset(offset)
          .execute(),
      count: async (limit) => (await members.select("m.id").limit(limit).execute()).length,
    });
  },
);

async function matches(tx: Tx, keyword: string | undefined): Promise<RawBuilder<boolean> | null> {
  if (!keyword) return null;
  const pattern = `%${escapeLike(keyword)}%`;
  return sql<boolean>`(u.user_name ilike ${pattern} or ${await hasNumber(tx, "u", keyword)})`;
}

interface Wanted extends Query {
  readonly fits: RawBuilder<boolean> | null;
}

function membersOf(tx: Tx, { id, path }: { id: string; path: string }, { withChildren, fits }: Wanted) {
  let members = db(tx)
    .selectFrom("membership as m")
    .innerJoin("organization as o", "o.id", "m.organizationId")
    .innerJoin("position as p", "p.id", "m.positionId")
    .innerJoin("appUser as u", "u.id", "m.userId")
    .where("m.status", "=", "EFFECTIVE")
    .where("u.deletedAt", "is", null);
  if (fits) members = members.where(fits);
  if (!withChildren) return members.where("m.organizationId", "=", id);
  return members.where(isBelow(sql.ref("o.path"), path)).where(reaches(tx, sql.ref("o.id")));
}
