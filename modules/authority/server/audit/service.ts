import type { AnswerFrom, Page, QueryOf, listRecordLogs as recordLogs } from "@ops/platform/contract";
import {
  type AuditEntry,
  contains,
  everything,
  requireReadable,
  searchAudit,
  systemActor,
  type Tx,
} from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { matches } from "../user/list-users.ts";

type Query = QueryOf<typeof contract.listAuditLogs>;
type Entry = AnswerFrom<typeof contract.listAuditLogs>["list"][number];

/** A word that fits more people or organisations than this is no search. */
const MOST = 200;

/** The global search over the log: words are turned into ids first, so that the log itself is read by its indexes. */
export async function listAuditLogs(tx: Tx, query: Query): Promise<Page<Entry>> {
  const { module, bizType, bizId, record, result } = query;
  const filter = { module, bizType, bizId, record, result, ...(await whoWhatWhen(tx, query)) };
  return presented(tx, await searchAudit(tx, query, filter));
}

/** All that was done to one record, by anybody: who may see it may see its history. */
export async function listRecordLogs(
  tx: Tx,
  { bizType, bizId }: { bizType: string; bizId: string },
  query: QueryOf<typeof recordLogs>,
): Promise<Page<Entry>> {
  await requireReadable(tx, bizType, bizId);
  const filter = { bizType, bizId, ...(await whoWhatWhen(tx, query)) };
  return presented(tx, await searchAudit(tx, query, filter, everything));
}

async function whoWhatWhen(tx: Tx, query: Pick<Query, "actor" | "organization" | "action" | "occurredAt">) {
  return {
    actorIds: await peopleCalled(tx, query.actor),
    organizationIds: await organizationsCalled(tx, query.organization),
    actionNames: actionsCalled(tx, query.action),
    occurredAt: query.occurredAt,
  };
}

async function presented(tx: Tx, page: Page<AuditEntry>): Promise<Page<Entry>> {
  const names = await organizationNames(tx, [...new Set(page.list.flatMap((entry) => entry.actorOrgIds))]);
  const list = page.list.map(({ actorOrgIds, diffs, ...entry }) => ({
    ...entry,
    diffs: [...diffs],
    organizationNames: actorOrgIds.map((id) => names.get(id) ?? "已删除的组织"),
  }));
  return { ...page, list };
}

async function peopleCalled(tx: Tx, word: string | undefined): Promise<string[] | undefined> {
  const fits = matches(tx, word);
  if (!word || !fits) return undefined;
  // deleted accounts are found as well: the log outlives them
  const found = await db(tx).selectFrom("appUser").select("id").where(fits).limit(MOST).execute();
  const system = systemActor.name.includes(word) ? [systemActor.userId] : [];
  return [...system, ...found.map(({ id }) => id)];
}

async function organizationsCalled(tx: Tx, word: string | undefined): Promise<string[] | undefined> {
  const named = contains("name", word);
  if (!named) return undefined;
  const found = await db(tx)
    .selectFrom("organization")
    .select("id")
    .where(named.test(sql.ref("organization.name")))
    .limit(MOST)
    .execute();
  return found.map(({ id }) => id);
}

/** What can be done is known from the contract; what is no longer in it is found by its full name. */
function actionsCalled(tx: Tx, word: string | undefined): string[] | undefined {
  if (!word) return undefined;
  const names = tx.endpoints.flatMap(({ audit, title }) => audit ?? title ?? []);
  return [...new Set([word, ...names.filter((name) => name.includes(word))])];
}

async function organizationNames(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db(tx).selectFrom("organization").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
