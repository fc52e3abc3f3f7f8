import { sql } from "kysely";
import type { Tx } from "../db/tx.ts";
import { schedule } from "../jobs/job.ts";
import { conditionOf, type StageCounter } from "./stage-counter.ts";

/** How many changes are added to the counts at once. */
const AT_ONCE = 50_000;

/** Takes what changed into the counts; answers how many changes that were. */
async function foldStages(tx: Tx): Promise<number> {
  const { rows } = await sql<{ folded: number }>`
    with gone as (
      delete from stage_delta where id in (select id from stage_delta order by id limit ${AT_ONCE})
      returning counter, org_id, second_id, state, part, n
    ), counted as (
      insert into stage_count as kept (counter, org_id, second_id, state, part, n)
      select counter, org_id, second_id, state, part, sum(n) from gone group by counter, org_id, second_id, state, part
      on conflict (counter, org_id, second_id, state, part) do update set n = kept.n + excluded.n
    ), totals as (
      insert into stage_total as kept (counter, state, part, n)
      select counter, state, part, sum(n) from gone group by counter, state, part
      on conflict (counter, state, part) do update set n = kept.n + excluded.n
    )
    select count(*)::int as folded from gone`.execute(tx.kysely);
  return rows[0]?.folded ?? 0;
}

/**
 * Compares the counts with the rows, both as one statement sees them, and mends what differs. Something wrote past the
 * triggers then, which is a fault of the product: the log tells it as an error.
 */
async function mendStages(tx: Tx, { name, table, columns }: StageCounter): Promise<void> {
  const facts = sql`stage_facts(${snake(columns.org)}, ${snake(columns.second)}, ${snake(columns.state)}, ${snake(columns.part)})`;
  const { rows } = await sql<{ facts: string }>`select ${facts} as facts`.execute(tx.kysely);
  const truth = sql.raw(`select ${rows[0]?.facts} from "${snake(table.name)}" where ${conditionOf(table)}`);
  const mended = await sql`
    with truth as (
      select org_id, second_id, state, part, count(*) as n from (${truth}) found group by org_id, second_id, state, part
    ), kept as (
      select org_id, second_id, state, part, sum(n) as n from (
        select org_id, second_id, state, part, n from stage_count where counter = ${name}
        union all select org_id, second_id, state, part, n from stage_delta where counter = ${name}) counted
      group by org_id, second_id, state, part
    )
    insert into stage_delta (counter, org_id, second_id, state, part, n)
    select ${name}, org_id, second_id, state, part, coalesce(truth.n, 0) - coalesce(kept.n, 0)
    from truth full join kept using (org_id, second_id, state, part)
    where coalesce(truth.n, 0) <> coalesce(kept.n, 0)
    returning 1`.execute(tx.kysely);
  const totals = await mendTotals(tx, name);
  const differences = mended.rows.length + totals;
  if (differences > 0)
    tx.log.error({ counter: name, differences }, "stage counts differed from the rows and were mended");
}

async function mendTotals(tx: Tx, name: string): Promise<number> {
  const { rows } = await sql`
    with sums as (select state, part, sum(n) as n from stage_count where counter = ${name} group by state, part)
    merge into stage_total kept using (
      select state, part, coalesce(sums.n, 0) as n from sums
      full join (select state, part from stage_total where counter = ${name}) present using (state, part)) sums
    on kept.counter = ${name} and kept.state = sums.state and kept.part = sums.part
    when matched and kept.n <> sums.n then update set n = sums.n
    when not matched and sums.n <> 0 then insert values (${name}, sums.state, sums.part, sums.n)
    returning 1`.execute(tx.kysely);
  return rows.length;
}

const snake = (name: string | undefined) => name?.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) ?? null;

export const stagesFold = schedule({
  name: "platform.stagesFold",
  title: "汇总阶段计数",
  at: { everySeconds: 60 },
  run: async (work) => {
    while ((await work.step(foldStages)) === AT_ONCE);
  },
});

export const stagesMend = schedule({
  name: "platform.stagesMend",
  title: "核对阶段计数",
  at: "30 3 * * *",
  run: async (work) => {
    const counters = await work.step(async (tx) => tx.figures.counters);
    for (const counter of counters) await work.step((tx) => mendStages(tx, counter));
  },
});
