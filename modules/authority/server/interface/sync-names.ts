import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { z } from "zod";
import type { CodeImpact } from "../../contract/index.ts";
import { mayName } from "../rights/reader/may-name.ts";
import { NAMED } from "./access.ts";
import type { SyncRunRow } from "./tables.ts";

/** Runs of earlier releases stored names without ids. Only readers with the scope ALL see those names. */
const Concerned = z.object({ gainedIds: z.array(z.string()).default([]), lostIds: z.array(z.string()).default([]) });

/** Presents the run for this reader: everybody is counted, but only people in the reader's scope are named. */
export async function withNames(tx: Tx, run: SyncRunRow): Promise<SyncRunRow> {
  if (tx.actor.scopeOf(tx.permission).all) return run;
  const changed = await Promise.all(
    run.details.changed.map(async (one) => ({ ...one, impact: one.impact && (await nameImpact(tx, one.impact)) })),
  );
  return { ...run, details: { ...run.details, changed } };
}

async function nameImpact(tx: Tx, impact: CodeImpact): Promise<CodeImpact> {
  const { gainedIds, lostIds } = Concerned.parse(impact);
  return { ...impact, gainedNames: await namesOf(tx, gainedIds), lostNames: await namesOf(tx, lostIds) };
}

async function namesOf(tx: Tx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ userName: string }>`
    select u.user_name from app_user u where u.id = any(${ids}::uuid[]) and ${mayName(tx)}
    order by u.user_name limit ${NAMED}`.execute(tx.kysely);
  return rows.map(({ userName }) => userName);
}
