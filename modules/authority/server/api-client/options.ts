import { escapeLike, listPage, mayAskFor, reads, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { keyOf } from "../interface/described.ts";
import { present } from "../person/present.ts";
import { type UserRow, users } from "../person/tables.ts";

const MOST_PEOPLE = 30;

/** Interfaces that the operator may hand on: those with a code that he may call himself (AU-R15). */
export const listApiClientInterfaces = reads(contract.listApiClientInterfaces, async (tx) => {
  const rows = await db(tx)
    .selectFrom("apiInterface")
    .select(["id", "method", "path", "name", "service"])
    .where("status", "<>", "REMOVED")
    .where("permissionCode", "not in", ["PUBLIC", "SESSION"])
    .orderBy("path")
    .orderBy("method")
    .execute();
  const declared = new Map(tx.endpoints.map((endpoint) => [keyOf(endpoint), endpoint]));
  return rows.filter((row) => {
    const endpoint = declared.get(keyOf(row));
    return endpoint !== undefined && tx.actor.mayCall(endpoint);
  });
});

/** The first people in reach; system accounts come first where rights are to be lent (AU-R59). */
export const listApiClientPeople = reads(contract.listApiClientPeople, async (tx, { query: { keyword, lends } }) => {
  const found = lends
    ? [
        ...(await peopleOf(tx, keyword, sql<boolean>`app_user.user_type = 'SERVICE'`)),
        ...(await peopleOf(tx, keyword, sql<boolean>`(app_user.user_type <> 'SERVICE' and not app_user.bool_admin)`)),
      ]
    : await peopleOf(tx, keyword, null);
  const people = await present(tx, found.slice(0, MOST_PEOPLE));
  return people.map(({ id, userName, userType, primaryPost }) => ({ id, userName, userType, primaryPost }));
});

async function peopleOf(tx: Tx, keyword: string | undefined, which: RawBuilder<boolean> | null): Promise<UserRow[]> {
  const usable = sql<boolean>`app_user.status in ('ACTIVE', 'PENDING')`;
  const where = [usable, which, keyword ? named(tx, `%${escapeLike(keyword)}%`) : null];
  const first = { pageNo: 1, pageSize: MOST_PEOPLE };
  return (await listPage(tx, users, first, { where, orderBy: ["createdAt", "desc"] })).list;
}

function named(tx: Tx, pattern: string) {
  const inName = sql<boolean>`app_user.user_name ilike ${pattern}`;
  return mayAskFor(tx, "user.staffNo") ? sql<boolean>`(${inName} or app_user.staff_no ilike ${pattern})` : inName;
}
