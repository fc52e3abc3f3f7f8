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
  withSeenParts,
} from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { auditSheet } from "../../contract/index.ts";
import { db } from "../database.ts";
import { organizationNames } from "../organization/published.ts";
import { matches } from "../person/matches.ts";

type Query = QueryOf<typeof contract.listAuditLogs>;
type Entry = AnswerFrom<typeof contract.listAuditLogs>["list"][number];

/** The most people or organisations that a search word may stand for, because the log is searched by their ids. */
const MOST = 200;

/** Searches the whole log. Words are turned into ids first, so that the log can be read by its indexes. */
export const listAuditLogs = reads(contract.listAuditLogs, async (tx, { query }) => {
  const page = await searchAudit(tx, query, await filterOf(tx, query));
  return { ...page, list: await presentEntries(tx, page.list) };
});

/** Exports the entries that the search finds (PF-R94). */
export const auditExport = exportsList(auditSheet, async (tx, query) =>
  wholeAudit(tx, await filterOf(tx, query), (entries) => presentEntries(tx, entries)),
);

async function filterOf(tx: Tx, query: Query) {
  const { module, bizType, bizId, record, result } = query;
  return { module, bizType, bizId, record, result, ...(await readFilters(tx, query)) };
}

/** Lists everything that anybody did to one record. Whoever may see the record may see its history, without hidden parts. */
export const listRecordLogs = reads(recordLogs, async (tx, { params: { bizType, bizId }, query }) => {
  await requireReadable(tx, bizType, bizId);
  const filter = { bizType, bizId, ...(await readFilters(tx, query)) };
  const page = await searchAudit(tx, query, filter, everything);
  return { ...page, list: await presentEntries(tx, await withSeenParts(tx, bizType, page.list)) };
});

async function readFilters(tx: Tx, query: Pick<Query, "actor" | "organization" | "action" | "occurredAt">) {
  return {
    actorIds: await findPeople(tx, query.actor),
    organizationIds: await findOrganizationIds(tx, query.organization),
    actionNames: findActions(tx, query.action),
    occurredAt: query.occurredAt,
  };
}

async function presentEntries(tx: Tx, entries: readonly AuditEntry[]): Promise<Entry[]> {
  const names = await organizationNames(tx, [...new Set(entries.flatMap((entry) => entry.actorOrgIds))]);
  return entries.map(({ actorOrgIds, diffs, ...entry }) => ({
    ...entry,
    diffs: [...diffs],
    organizationNames: actorOrgIds.map((id) => names.get(id) ?? "已删除的组织"),
  }));
}

async function findPeople(tx: Tx, word: string | undefined): Promise<string[] | undefined> {
  const fits = await matches(tx, word);
  if (!word || !fits) return undefined;
  // deleted accounts are found as well, because their entries stay in the log
  const found = await db(tx).selectFrom("appUser").select("id").where(fits).limit(MOST).execute();
  const system = systemActor.name.includes(word) ? [systemActor.userId] : [];
  return [...system, ...found.map(({ id }) => id)];
}

async function findOrganizationIds(tx: Tx, word: string | undefined): Promise<string[] | undefined> {
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

/** Finds actions whose name contains the word. Those that left the contract are found by their full name only. */
function findActions(tx: Tx, word: string | undefined): string[] | undefined {
  if (!word) return undefined;
  const names = tx.endpoints.flatMap(({ audit, title }) => audit ?? title ?? []);
  return [...new Set([word, ...names.filter((name) => name.includes(word))])];
}
