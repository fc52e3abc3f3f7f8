import {
  type Actor,
  countStages,
  createLog,
  type DataScope,
  databaseOf,
  defineModule,
  newId,
  type RecordRow,
  stageCounter,
  startNode,
  systemActor,
  systemRequest,
} from "@ops/platform/server";
import { sql } from "kysely";
import type { Address } from "../volumes.ts";
import { withClient } from "../with-client.ts";
import { withDatabase } from "../with-database.ts";

export interface FiguresSize {
  readonly rows: number;
  readonly stores: number;
  readonly reads: number;
}
export interface FiguresFindings {
  readonly size: FiguresSize;
  /** p50 in ms of one who sees everything, of one who sees a tenth of the stores, and of one who also sees own rows. */
  readonly everything: number;
  readonly region: number;
  readonly regionAndOwn: number;
  /** p50 in ms of counting the rows themselves. */
  readonly counting: number;
}

export const wholeFigures: FiguresSize = { rows: 10_000_000, stores: 3_000, reads: 200 };
export const smallFigures: FiguresSize = { rows: 5_000, stores: 30, reads: 5 };

interface DealColumns extends RecordRow {
  storeId: string;
  dealState: string;
}
const { table } = databaseOf<{ deal: DealColumns }>();
const deals = table("deal", { entity: "单", scope: { organization: "storeId" }, labels: {} });
const stages = stageCounter("load.stage", deals, { org: "storeId", state: "dealState" });

/** How long the counts of a stage bar take beside many rows (PF-R126). */
export async function measureFigures(size: FiguresSize): Promise<FiguresFindings> {
  return withDatabase("figures", (address) => measureWith(address, size));
}

async function measureWith(address: Address, size: FiguresSize): Promise<FiguresFindings> {
  const load = defineModule({ name: "load", stageCounters: [stages] });
  const log = createLog("error");
  const node = await startNode({
    address,
    poolSize: 4,
    modules: [load],
    log,
    personName: async () => "-",
    background: false,
  });
  try {
    await fill(address, size);
    const times = async (actor: Actor) => {
      const behalf = { actor, permission: "system", request: systemRequest(newId()) };
      return p50(size.reads, () => node.read(behalf, (tx) => countStages(tx, stages)));
    };
    const some = sql`select id from load_store where id in (select id from load_store order by id limit ${size.stores / 10})`;
    const region: DataScope = { all: false, organizations: some, selfId: null };
    const counting = await withClient(address, (client) =>
      p50(3, () => client.query("select deal_state, count(*) from deal group by deal_state")),
    );
    return {
      size,
      everything: await times(systemActor),
      region: await times({ ...systemActor, scopeOf: () => region }),
      regionAndOwn: await times({ ...systemActor, scopeOf: () => ({ ...region, selfId: newId() }) }),
      counting,
    };
  } finally {
    await node.stop();
  }
}

/** Rows of fifteen states spread over the stores; the counts are brought up to date, but for the last thousand changes. */
async function fill(address: Address, { rows, stores }: FiguresSize): Promise<void> {
  await withClient(address, async (client) => {
    await client.query("create table load_store as select gen_random_uuid() as id from generate_series(1, $1::int)", [
      stores,
    ]);
    await client.query(`create table deal (id uuid, version int, created_at timestamptz, created_by uuid, updated_at timestamptz,
      updated_by uuid, store_id uuid, deal_state text)`);
    await client.query("select keep_stages('load.stage', 'deal', 'store_id', null, 'deal_state', null, 'true')");
    const spread = `with store as (select array_agg(id) as ids from load_store)
      insert into deal select gen_random_uuid(), 1, now(), gen_random_uuid(), now(), gen_random_uuid(),
        ids[1 + n % array_length(ids, 1)], 'STATE' || n / 7 % 15 from store, generate_series(1, $1::int) n`;
    await client.query(spread, [rows]);
    await client.query(`with gone as (delete from stage_delta returning *), totals as (
        insert into stage_total select counter, state, part, sum(n) from gone group by counter, state, part)
      insert into stage_count select counter, org_id, second_id, state, part, sum(n) from gone
      group by counter, org_id, second_id, state, part`);
    for (let n = 0; n < 1_000; n++) await client.query(spread, [1]);
    await client.query("create index on deal (created_by)");
    await client.query("analyze");
  });
}

async function p50(reads: number, read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < reads; n++) {
    const began = performance.now();
    await read();
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}
