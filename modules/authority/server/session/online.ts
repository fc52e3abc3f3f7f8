import type { QueryOf } from "@ops/platform/contract";
import { countedPage, exportsList, reads, type Tx, wholeQuery } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { sessionSheet } from "../../contract/index.ts";
import { db } from "../database.ts";
import { organizationsAt } from "../organization/filters.ts";
import { matches } from "../person/matches.ts";
import { userScope } from "../person/tables.ts";
import { loginKindNames } from "./end-reasons.ts";

type Query = QueryOf<typeof contract.listSessions>;

/** Lists who is signed in now among the people in scope, newest first. */
export const listSessions = reads(contract.listSessions, async (tx, { query }) => {
  const { rows, count } = await findSessions(tx, query);
  const page = await countedPage(query, {
    rows: (limit, offset) => rows().limit(limit).offset(offset).execute(),
    count,
  });
  return { ...page, list: page.list.map((session) => present(tx, session)) };
});

/** Exports the sessions of the list (PF-R94). */
export const sessionExport = exportsList(sessionSheet, async (tx, query) => {
  const show = async (_tx: Tx, sessions: Session[]) => sessions.map((session) => present(tx, session));
  return wholeQuery(tx, { ...(await findSessions(tx, query)), show });
});

async function findSessions(tx: Tx, query: Query) {
  const conditions = await where(tx, query);
  const found = () => selectOnline(tx, conditions);
  return {
    rows: () =>
      found()
        .select(["session.id", "session.userId", "session.loginKind", "session.deviceName", "session.ip"])
        .select(["session.ipRegion", "session.createdAt", "session.lastSeenAt", "appUser.userName", "appUser.staffNo"])
        .select(organizationName.as("organizationName"))
        .orderBy("session.createdAt", "desc")
        .orderBy("session.id", "desc"),
    count: async (limit: number) => (await found().select("session.id").limit(limit).execute()).length,
  };
}

type Session = Awaited<ReturnType<ReturnType<Awaited<ReturnType<typeof findSessions>>["rows"]>["execute"]>>[number];

function present(tx: Tx, session: Session) {
  const isCurrent = session.id === tx.actor.sessionId;
  return { ...session, loginKindName: loginKindNames[session.loginKind], isCurrent };
}

/** Selects valid sessions of people in the scope of the call's permission. */
export function selectOnline(tx: Tx, conditions: readonly RawBuilder<boolean>[]) {
  const scope = tx.actor.scopeOf(tx.permission);
  let query = selectLiving(tx);
  if (!scope.all) query = query.where(userScope(scope));
  for (const condition of conditions) query = query.where(condition);
  return query;
}

/** Selects valid sessions of everybody, without regard to the scope. */
export function selectLiving(tx: Tx) {
  return db(tx)
    .selectFrom("session")
    .innerJoin("appUser", "appUser.id", "session.userId")
    .where("session.status", "=", "ACTIVE")
    .where("session.idleExpiresAt", ">", tx.now)
    .where("session.absoluteExpiresAt", ">", tx.now);
}

/** Selects sessions that work in this organisation, or also below it. */
export function worksIn(organizationId: string, withChildren: boolean | undefined): RawBuilder<boolean> {
  return sql<boolean>`session.active_organization_ids && array(${organizationsAt(organizationId, withChildren)})`;
}

async function where(tx: Tx, query: Query): Promise<RawBuilder<boolean>[]> {
  const { keyword, userId, organizationId, withChildren, createdAt } = query;
  const conditions = [
    await matches(tx, keyword),
    userId ? sql<boolean>`session.user_id = ${userId}` : null,
    organizationId ? worksIn(organizationId, withChildren) : null,
    createdAt
      ? sql<boolean>`(session.created_at >= ${createdAt.from} and session.created_at < ${createdAt.until})`
      : null,
  ];
  return conditions.filter((condition) => condition !== null);
}

const organizationName = sql<string | null>`case when cardinality(session.active_organization_ids) > 1
  then '全部组织(合并视图)'
  else (select o.name from organization o where o.id = session.active_organization_ids[1]) end`;
