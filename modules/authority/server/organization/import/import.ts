import { BusinessError } from "@ops/platform/contract";
import {
  type HandedBack,
  type ImportCall,
  type ImportRow,
  type ImportSource,
  SKIPPED,
  type Tx,
  type Verdict,
  type Verdicts,
} from "@ops/platform/server";
import { sql } from "kysely";
import { organizationImport, organizationImportErrors } from "../../../contract/index.ts";
import { bumpRights } from "../../rights/bump.ts";
import { type OrganizationRow, reaches } from "../tables.ts";
import { lockTree } from "../tree/tree-lock.ts";
import { changeOrganization, insertBelow } from "../write.ts";
import {
  type Changes,
  expectRow,
  type Facts,
  factsOf,
  type Known,
  mayEdit,
  noFacts,
  type Plan,
  planOf,
  refusalOr,
  remember,
  withEditRight,
} from "./import-plan.ts";
import { parentsFirst } from "./parents-first.ts";

/** 组织导入 applies the same checks as the calls by hand, and parents before their children (section 8). */
export const organizationImportSource: ImportSource<unknown, Facts> = {
  kind: organizationImport,
  keyOf: ({ values }) => values["code"] ?? `${values["parentCode"]} ${values["name"]}`,
  arrange: parentsFirst,
  checksAlone: true,
  startMemory: noFacts,
  check: checkRows,
  applyAll: applyRows,
};

async function checkRows(
  tx: Tx,
  rows: readonly ImportRow[],
  { memory }: ImportCall<unknown, Facts>,
): Promise<Verdicts> {
  const facts = await factsOf(tx, rows, memory);
  const verdicts = new Map<number, Verdict>();
  for (const row of rows) {
    const plan = await refusalOr(() => planOf(tx, facts, row));
    if (plan === SKIPPED) verdicts.set(row.line, SKIPPED);
    else if (plan instanceof BusinessError) verdicts.set(row.line, plan);
    else remember(facts, expectRow(plan));
  }
  return verdicts;
}

/** Writes all rows or none, with the tree locked. */
async function applyRows(tx: Tx, rows: readonly ImportRow[]): Promise<HandedBack> {
  await lockTree(tx);
  const facts = await factsOf(tx, rows);
  for (const row of rows) {
    const plan = await planOf(tx, facts, row);
    if (plan === SKIPPED) continue;
    const known = await writePlan(tx, plan);
    tx.trail.cameFrom(row.line, known.id);
    remember(facts, known);
  }
  await bumpRights(tx, "everyone");
  return new Map();
}

async function writePlan(tx: Tx, plan: Plan): Promise<Known> {
  if (plan.changes) return editExisting(tx, plan.existing, plan.changes);
  const { leaderUserId, ...wanted } = plan.wanted;
  const made = await insertBelow(tx, plan.parent, wanted);
  const known = { ...made, ...(await reachOf(tx, made)), leaderPhone: null };
  if (leaderUserId === null) return known;
  if (!mayEdit(tx, known)) throw organizationImportErrors.leader();
  return editExisting(tx, known, { ...known, leaderUserId });
}

/** Edits an organisation under the same check as the call by hand. */
async function editExisting(tx: Tx, existing: Known, { name, leaderUserId, regionCode }: Changes): Promise<Known> {
  const { shortName, address, phone, sort, deputyUserIds } = existing;
  const changes = { name, leaderUserId, regionCode, shortName, address, phone, sort, deputyUserIds };
  return { ...existing, ...(await changeOrganization(withEditRight(tx), existing, changes)) };
}

/** Finds out whether a new organisation is in the operator's scope, which may end above it. */
async function reachOf(tx: Tx, { id }: OrganizationRow) {
  const made = sql`${id}::uuid`;
  const { rows } = await sql<Pick<Known, "inCreateScope" | "inEditScope">>`select
    ${reaches(tx, made)} as "inCreateScope", ${reaches(withEditRight(tx), made)} as "inEditScope"`.execute(tx.kysely);
  return rows[0] ?? { inCreateScope: false, inEditScope: false };
}
