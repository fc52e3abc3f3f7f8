import { BusinessError } from "@ops/platform/contract";
import {
  changeRecord,
  type HandedBack,
  type ImportRow,
  type ImportSource,
  SKIPPED,
  type Tx,
  type Verdicts,
} from "@ops/platform/server";
import { sql } from "kysely";
import { organizationImport } from "../../contract/index.ts";
import { bumpRights } from "../rights/bump.ts";
import { editing, expected, factsOf, type Known, type Plan, planOf, refusalOr, remember } from "./import-plan.ts";
import { parentsFirst } from "./parents-first.ts";
import { changeOrganization, insertBelow } from "./service.ts";
import { organizations, reaches } from "./tables.ts";
import { lockTree } from "./tree-lock.ts";

/** 组织导入: the guards of the calls that do it by hand, parents before what stands below them (section 8). */
export const organizationImportSource: ImportSource = {
  kind: organizationImport,
  keyOf: ({ values }) => values["code"] ?? `${values["parentCode"]} ${values["name"]}`,
  arrange: parentsFirst,
  check: checkRows,
  applyAll: applyRows,
};

async function checkRows(tx: Tx, rows: readonly ImportRow[]): Promise<Verdicts> {
  const facts = await factsOf(tx, rows);
  const verdicts = new Map<number, string | typeof SKIPPED>();
  for (const row of rows) {
    const plan = await refusalOr(() => planOf(tx, facts, row));
    if (plan === SKIPPED) verdicts.set(row.line, SKIPPED);
    else if (plan instanceof BusinessError) verdicts.set(row.line, plan.message);
    else remember(facts, expected(plan));
  }
  return verdicts;
}

/** All rows or none; the tree does not change meanwhile. */
async function applyRows(tx: Tx, rows: readonly ImportRow[]): Promise<HandedBack> {
  await lockTree(tx);
  const facts = await factsOf(tx, rows);
  for (const row of rows) {
    const plan = await planOf(tx, facts, row);
    if (plan !== SKIPPED) remember(facts, await written(tx, plan));
  }
  await bumpRights(tx, "everyone");
  return new Map();
}

async function written(tx: Tx, plan: Plan): Promise<Known> {
  if (plan.changes) {
    const { existing, changes } = plan;
    const { shortName, address, phone, sort, deputyUserIds } = existing;
    const kept = { shortName, address, phone, sort, deputyUserIds };
    return { ...existing, ...(await changeOrganization(editing(tx), existing, { ...kept, ...changes })) };
  }
  const { parent, wanted } = plan;
  const { leaderUserId } = wanted;
  const made = await insertBelow(tx, parent, wanted);
  const led = leaderUserId === null ? made : await changeRecord(tx, organizations, made, { leaderUserId });
  const { rows } = await sql<{
    isReached: boolean;
  }>`select ${reaches(tx, sql`${made.id}::uuid`)} as "isReached"`.execute(tx.kysely);
  return { ...parent, ...led, inCreateScope: rows[0]?.isReached ?? false, leaderPhone: null };
}
