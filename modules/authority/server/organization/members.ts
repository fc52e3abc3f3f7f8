import { commonErrors, type Page, type QueryOf, REACHABLE_ROWS } from "@ops/platform/contract";
import { escapeLike, requireRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { isBelow, organizations, reaches } from "./tables.ts";

type Query = QueryOf<typeof contract.listOrganizationMembers>;

/** Who is in office in an organisation, or anywhere below it that the reader reaches. */
export async function listOrganizationMembers(tx: Tx, id: string, query: Query) {
  const { pageNo, pageSize } = query;
  if (pageNo * pageSize > REACHABLE_ROWS) throw commonErrors.tooManyRows();
  const { path } = await requireRecord(tx, organizations, id);
  const members = membersOf(tx, { id, path }, query);
  const list = await members
    .select(["m.id", "m.userId", "u.userName", "u.mobilePhone", "u.staffNo", "u.status as userStatus"])
    .select(["o.name as organizationName", "p.name as positionName", "m.isPrimary", "m.startDate"])
    .orderBy("o.level")
    .orderBy("o.sort")
    .orderBy("p.rank", "desc")
    .orderBy("u.userName")
    .orderBy("m.id")
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute();
  const { total } = await db(tx)
    .selectFrom(
      members
        .select("m.id")
        .limit(REACHABLE_ROWS + 1)
        .as("counted"),
    )
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .executeTakeFirstOrThrow();
  const more = total > REACHABLE_ROWS;
  const page: Page<(typeof list)[number]> = {
    list,
    total: more ? REACHABLE_ROWS : total,
    totalKind: more ? "atLeast" : "exact",
    pageNo,
    pageSize,
  };
  return page;
}

function membersOf(tx: Tx, { id, path }: { id: string; path: string }, { withChildren, keyword }: Query) {
  let members = db(tx)
    .selectFrom("membership as m")
    .innerJoin("organization as o", "o.id", "m.organizationId")
    .innerJoin("position as p", "p.id", "m.positionId")
    .innerJoin("appUser as u", "u.id", "m.userId")
    .where("m.status", "=", "EFFECTIVE")
    .where("u.deletedAt", "is", null);
  if (keyword) {
    const pattern = `%${escapeLike(keyword)}%`;
    members = members.where(sql<boolean>`(u.user_name ilike ${pattern} or u.mobile_phone = ${keyword}
      or u.staff_no = ${keyword})`);
  }
  if (!withChildren) return members.where("m.organizationId", "=", id);
  return members.where(isBelow(sql.ref("o.path"), path)).where(reaches(tx, sql.ref("o.id")));
}
