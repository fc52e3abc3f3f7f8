import { lookupOrganizations } from "@ops/authority/server";
import { inScope, reads, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { operateModes, projectKinds, projectRisks, stagesInOrder } from "../../contract/index.ts";
import { isOpen, projects } from "./tables.ts";

export const getProjectStats = reads(contract.getProjectStats, async (tx) => ({
  funnel: await funnelOf(tx),
  shares: [
    ...(await sharesBy(tx, "RISK", sql`store_project.risk`, projectRisks)),
    ...(await sharesBy(tx, "KIND", sql`store_project.kind`, projectKinds)),
    ...(await sharesBy(tx, "MODE", sql`store_project.operate_mode`, operateModes)),
    ...(await regionShares(tx)),
  ],
  months: await monthsOf(tx),
  onTime: await onTimeOf(tx),
  firstPass: await firstPassOf(tx),
}));

/** Counts projects by the furthest stage that has begun; a later stage counts for all before it. */
async function funnelOf(tx: Tx) {
  const { rows } = await sql<{ stage: string; count: number }>`
    select stage, count(*)::int as count from store_project
    where state <> 'TERMINATED' and stage is not null and ${inScope(tx, projects)} group by stage`.execute(tx.kysely);
  const countOf = (stage: string) => rows.find((row) => row.stage === stage)?.count ?? 0;
  return stagesInOrder.map((stage, at) => {
    const count = stagesInOrder.slice(at).reduce((sum, later) => sum + countOf(later), 0);
    return { stage, count };
  });
}

async function sharesBy<B extends "RISK" | "KIND" | "MODE">(
  tx: Tx,
  by: B,
  column: RawBuilder<unknown>,
  words: Readonly<Record<string, string>>,
) {
  const { rows } = await sql<{ key: string; count: number }>`
    select ${column} as key, count(*)::int as count from store_project
    where ${isOpen} and ${inScope(tx, projects)} group by 1 order by 2 desc, 1`.execute(tx.kysely);
  return rows.map(({ key, count }) => ({ by, key, name: words[key] ?? key, count }));
}

async function regionShares(tx: Tx) {
  const { rows } = await sql<{ orgId: string; count: number }>`
    select org_id, count(*)::int as count from store_project
    where ${isOpen} and ${inScope(tx, projects)} group by 1`.execute(tx.kysely);
  const places = await lookupOrganizations(
    tx,
    rows.map(({ orgId }) => orgId),
  );
  const counts = new Map<string, { name: string; count: number }>();
  for (const { orgId, count } of rows) {
    const { regionOrgId, regionOrgName } = places.get(orgId) ?? {};
    const known = counts.get(regionOrgId ?? "") ?? { name: regionOrgName ?? "无大区", count: 0 };
    counts.set(regionOrgId ?? "", { name: known.name, count: known.count + count });
  }
  return [...counts].map(([key, { name, count }]) => ({ by: "REGION" as const, key, name, count }));
}

/** Openings by month, by the plan and by the forecast, which begins with the start of a project. */
async function monthsOf(tx: Tx) {
  const { rows } = await sql<{ month: string; planned: number; forecast: number }>`
    select month, sum(planned)::int as planned, sum(forecast)::int as forecast from (
      select to_char(plan_open_date, 'YYYY-MM') as month, 1 as planned, 0 as forecast from store_project
        where ${isOpen} and ${inScope(tx, projects)}
      union all
      select to_char(forecast_open_date, 'YYYY-MM'), 0, 1 from store_project
        where forecast_open_date is not null and ${isOpen} and ${inScope(tx, projects)}) as openings
    group by month order by month limit 36`.execute(tx.kysely);
  return rows;
}

async function onTimeOf(tx: Tx) {
  const { rows } = await sql<{ part: number; whole: number }>`
    select count(*) filter (where actual_open_date <= baseline_open_date)::int as part, count(*)::int as whole
    from store_project where state = 'DONE' and ${inScope(tx, projects)}`.execute(tx.kysely);
  return rows[0] ?? { part: 0, whole: 0 };
}

/** Of all first rounds of verification that have ended, those that were passed. */
async function firstPassOf(tx: Tx) {
  const { rows } = await sql<{ part: number; whole: number }>`
    select count(*) filter (where v.state = 'PASSED')::int as part, count(*)::int as whole
    from project_verification v join store_project on store_project.id = v.project_id
    where v.round_no = 1 and v.state in ('PASSED', 'CONDITIONAL', 'FAILED') and ${inScope(tx, projects)}`.execute(
    tx.kysely,
  );
  return rows[0] ?? { part: 0, whole: 0 };
}
