import type { AnswerFrom, QueryOf } from "@ops/platform/contract";
import { contains, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { maskedIdentity } from "../account/login-log.ts";
import { db } from "../database.ts";
import { userScope } from "../user/tables.ts";
import { countedPage } from "./counted-page.ts";

type Query = QueryOf<typeof contract.listLoginLogs>;

/** Sign-ins and refusals of the people in scope; what belongs to no account is seen by those who reach everybody. */
export async function listLoginLogs(tx: Tx, query: Query): Promise<AnswerFrom<typeof contract.listLoginLogs>> {
  return countedPage(query, {
    rows: (limit, offset) =>
      logs(tx, query)
        .select(["loginLog.id", "loginLog.occurredAt", "loginLog.identityMasked as identity", "appUser.userName"])
        .select(["loginLog.kind", "loginLog.result", "loginLog.detail", "loginLog.ip", "loginLog.ipRegion"])
        .select("loginLog.device")
        .orderBy("loginLog.occurredAt", "desc")
        .orderBy("loginLog.id", "desc")
        .limit(limit)
        .offset(offset)
        .execute(),
    count: async (limit) => {
      const counted = logs(tx, query).select("loginLog.id").limit(limit).as("counted");
      const row = await db(tx).selectFrom(counted).select(sql<number>`count(*)::int`.as("total")).executeTakeFirst();
      return row?.total ?? 0;
    },
  });
}

function logs(tx: Tx, { keyword, userId, kind, result, occurredAt }: Query) {
  const scope = tx.actor.scopeOf(tx.permission);
  let query = db(tx).selectFrom("loginLog").leftJoin("appUser", "appUser.id", "loginLog.userId");
  if (!scope.all) query = query.where(userScope(scope));
  if (userId) query = query.where("loginLog.userId", "=", userId);
  if (kind) query = query.where(sql<boolean>`login_log.kind = ${kind}`);
  if (result) query = query.where(sql<boolean>`login_log.result = ${result}`);
  if (occurredAt) {
    query = query
      .where("loginLog.occurredAt", ">=", occurredAt.from)
      .where("loginLog.occurredAt", "<", occurredAt.until);
  }
  const named = typed(keyword);
  return named ? query.where(named) : query;
}

/** Part of a name, or a whole phone: of an account, or typed without one. */
function typed(keyword: string | undefined): RawBuilder<boolean> | null {
  const named = contains("userName", keyword);
  if (!named || !keyword) return null;
  return sql<boolean>`(${named.test(sql.ref("appUser.userName"))} or app_user.mobile_phone = ${keyword}
    or app_user.staff_no = ${keyword}
    or (login_log.user_id is null and login_log.identity_masked = ${maskedIdentity(keyword)}))`;
}
