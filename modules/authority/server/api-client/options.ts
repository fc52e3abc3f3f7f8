import type { QueryOf } from "@ops/platform/contract";
import { escapeLike, listPage, mayAskFor, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { keyOf } from "../interface/described.ts";
import { present } from "../user/present.ts";
import { users } from "../user/tables.ts";

const MOST_PEOPLE = 30;

/** Interfaces that the operator may hand on: those with a code that he may call himself (AU-R15). */
export async function interfaceOptions(tx: Tx) {
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
}

/** The first people in reach; system accounts come first where rights are to be lent (AU-R59). */
export async function clientPeople(tx: Tx, { keyword, lends }: QueryOf<typeof contract.listApiClientPeople>) {
  const pattern = keyword && `%${escapeLike(keyword)}%`;
  const page = await listPage(
    tx,
    users,
    { pageNo: 1, pageSize: MOST_PEOPLE },
    {
      where: [
        sql<boolean>`app_user.status in ('ACTIVE', 'PENDING')`,
        lends ? sql<boolean>`not app_user.bool_admin` : null,
        pattern ? named(tx, pattern) : null,
      ],
      orderBy: lends ? ["userType", "asc"] : ["createdAt", "desc"],
    },
  );
  const people = await present(tx, page.list);
  return people.map(({ id, userName, userType, primaryPost }) => ({ id, userName, userType, primaryPost }));
}

function named(tx: Tx, pattern: string) {
  const inName = sql<boolean>`app_user.user_name ilike ${pattern}`;
  return mayAskFor(tx, "user.staffNo") ? sql<boolean>`(${inName} or app_user.staff_no ilike ${pattern})` : inName;
}
