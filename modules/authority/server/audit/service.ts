import { type AnswerFrom, type QueryOf, listRecordLogs as recordLogs } from "@ops/platform/contract";
import {
  type AuditEntry,
  contains,
  everything,
  exportsList,
  reads,
  requireReadable,
  searchAudit,
  systemActor,
  type Tx,
  wholeAudit,
} from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { auditSheet } from "../../contract/index.ts";
import { db } from "../database.ts";
import { organizationNames } from "../organization/published.ts";
import { matches } from "../person/matches.ts";

type Query = QueryOf<typeof contract.listAuditLogs>;
type Entry = AnswerFrom<typeof contract.listAuditLogs>["list"][number];

/** A word that fits more people or organisations than this is no search. */
const MOST = 200;

/** The global search over the log: words are turned into ids first, so that the log itself is read by its indexes. */
export const listAuditLogs = reads(contract.listAuditLogs, async (tx, { query }) => {
  const page = await searchAudit(tx, query, await filterOf(tx, query));
  return { ...page, list: await presented(tx, page.list) };
});

/** The same entries as a sheet (PF-R94). */
export const auditExport = exportsList(auditSheet, async (tx, query) =>
  wholeAudit(tx, await filterOf(tx, query), (entries) => presented(tx, entries)),
);

async function filterOf(tx: Tx, query: Query) {
  const { module, bizType, bizId, record, result } = query;
  return { module, bizType, bizId, record, result, ...(await whoWhatWhen(tx, query)) };
}

/** All that was done to one record, by anybody: who may see it may see its history. */
export const listRecordLogs = reads(recordLogs, async (tx, { params: { bizType, bizId }, query }) => {
  await requireReadable(tx, bizType, bizId);
  const filter = { bizType, bizId, ...(await whoWhatWhen(tx, query)) };
  const page = await searchAudit(tx, query, filter, everything);
  return { ...page, list: await presented(tx, page.list) };
});

async function whoWhatWhen(tx: Tx, query: Pick<Query, "actor" | "organization" | "action" | "occurredAt">) {
  return {
    actorIds: await peopleCalled(tx, query.actor),
    organizationIds: await organizationsCalled(tx, query.organization),
    actionNames: actionsCalled(tx, query.action),
    occurredAt: query.occurredAt,
  };
}

async function presented(tx: Tx, entries: readonly AuditEntry[]): Promise<Entry[]> {
  const names = await organizationNames(tx, [...new Set(entries.flatMap((entry) => entry.actorOrgIds))]);
  return entries.map(({ actorOrgIds, diffs, ...entry }) => ({
    ...entry,
    diffs: [...diffs],
    organizationNames: actorOrgIds.map((id) => names.get(id) ?? "已删除的组织"),
  }));
}

async function peopleCalled(tx: Tx, word: string | undefined): Promise<string[] | undefined> {
  const fits = await matches(tx, word);
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
