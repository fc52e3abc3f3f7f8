import { type AnswerFrom, dayOf } from "@ops/platform/contract";
import { inScope, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type getStoreStats, TURNOVER_MONTHS } from "../../contract/index.ts";
import { storeTable } from "../site/tables.ts";

type Month = AnswerFrom<typeof getStoreStats>["turnover"][number];

/** Counts own people who left in each month, by the store they belong to now; the running month ends today. */
export async function turnoverOf(tx: Tx): Promise<Month[]> {
  const today = dayOf(tx.now);
  const first = `${today.slice(0, 7)}-01`;
  const { rows } = await sql<Month>`
    with people as (
      select s.entry_date, case when s.state = 'LEFT' then s.leave_on end as left_on
      from store_staff s join store on store.id = s.store_id
      where ${inScope(tx, storeTable)} and s.state in ('TRAINING', 'IN_POST', 'MOVING', 'LEAVING', 'LEFT'))
    select to_char(m.first, 'YYYY-MM') as month,
      count(*) filter (where p.left_on between m.first and m.last)::int as "left",
      count(*) filter (where p.entry_date < m.first and (p.left_on is null or p.left_on >= m.first))::int as at_start,
      count(*) filter (where p.entry_date <= m.last and (p.left_on is null or p.left_on > m.last))::int as at_end
    from (select f::date as first, least((f + interval '1 month')::date - 1, ${today}::date) as last
      from generate_series(${first}::timestamp - make_interval(months => ${TURNOVER_MONTHS - 1}::int), ${first}::timestamp,
        interval '1 month') f) m
    left join people p on true group by m.first order by m.first`.execute(tx.kysely);
  return rows;
}
