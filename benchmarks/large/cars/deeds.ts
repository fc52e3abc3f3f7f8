import assert from "node:assert/strict";
import { BusinessError, wireTime } from "@ops/platform/contract";
import { createLog, newId, type PlatformNode, startNode, type Tx } from "@ops/platform/server";
import { allocate, quote, takeForLock } from "@ops/vehicle/server";
import { z } from "zod";
import { compose } from "../../compose.ts";
import { callerOf } from "../call.ts";
import { atLeast, type Deed, quantile, type Served, timed, within } from "../kind.ts";
import type { KnownCars } from "./known.ts";

/** Other modules call the register inside their own transaction: as this process does. */
export async function carDeeds({ address, known, ports, isSmall }: Served<KnownCars>): Promise<Deed[]> {
  const { modules, personName } = compose();
  const log = createLog("silent");
  const node = await startNode({ address, poolSize: 20, modules, personName, log, background: false });
  const share = isSmall ? 0.02 : 1;
  try {
    return [
      await quotes(node, 500 * share),
      await holds(node, "take for a lock", 300 * share, (tx, carId) =>
        takeForLock(tx, { carId, lockId: newId(), lockNo: "L1", orgIds: [] }),
      ),
      await holds(node, "allocation to an order", 300 * share, (tx, carId) =>
        allocate(tx, { carId, orderId: newId(), orderNo: "O1", orgIds: [] }),
      ),
      await flashSale(node, 500 * share),
      await intake(ports, known, 10_000 * share),
    ];
  } finally {
    await node.stop();
  }
}

/** Free cars of the large set that nothing stands against, other ones in each run. */
async function freeCars(node: PlatformNode, count: number): Promise<string[]> {
  const { rows } = await node.database.writerPool.query<{ id: string }>(
    `select id from car where hold_state = 'FREE' and build_state = 'RELEASED' and open_blocks = 0
     and build_order_no is null and plant_code is not null order by random() limit $1`,
    [count],
  );
  assert.equal(rows.length, count, "too few free cars are left");
  return rows.map(({ id }) => id);
}

/** Inside the transaction of the caller, without its commit. */
async function holds(
  node: PlatformNode,
  name: string,
  count: number,
  act: (tx: Tx, carId: string) => Promise<unknown>,
): Promise<Deed> {
  const took: number[] = [];
  for (const carId of await freeCars(node, count)) {
    await node.access.commit(async (tx) => took.push((await timed(() => act(tx, carId))).ms));
  }
  return within(`${name}, inside the caller's transaction: p95`, 15, quantile(took, 0.95));
}

async function quotes(node: PlatformNode, count: number): Promise<Deed> {
  const { rows } = await node.database.writerPool.query<{ id: string }>(
    "select id from car_config where status = 'ENABLED' and config_code like 'LG-%' order by random() limit $1",
    [count],
  );
  const choice = { optionCodes: ["OP-ADS"], extColor: "EX-W01", intColor: "IN-B02" };
  const took: number[] = [];
  for (const { id: carConfigId } of rows) {
    const asked = () => node.access.read((tx) => quote(tx, { carConfigId, ...choice }));
    const { result, ms } = await timed(asked);
    assert.equal(result.reason, "");
    took.push(ms);
  }
  return within("quote of a configuration that the node has not seen yet: p95", 10, quantile(took, 0.95));
}

const RIVALS = 10;
const BUYERS = 40;

/** Ten want each car, forty at a time: each car has one holder in the end, and everybody knew within ten seconds. */
async function flashSale(node: PlatformNode, cars: number): Promise<Deed> {
  const wanted = await freeCars(node, cars);
  const queue = Array.from({ length: cars * RIVALS }, (_, n) => wanted[(n * 7) % cars] ?? "");
  let winners = 0;
  const buy = async () => {
    for (let carId = queue.pop(); carId; carId = queue.pop()) {
      const lock = { carId, lockId: newId(), lockNo: "L2", orgIds: [] };
      try {
        await node.access.commit((tx) => takeForLock(tx, lock));
        winners++;
      } catch (error) {
        if (!(error instanceof BusinessError)) throw error; // somebody else has it, or is about to
      }
    }
  };
  const { ms } = await timed(() => Promise.all(Array.from({ length: BUYERS }, buy)));
  assert.equal(winners, cars, "each car has one holder");
  const shown = (count: number) => count.toLocaleString("en");
  return within(`flash sale: ${shown(cars * RIVALS)} takes of ${shown(cars)} cars, one holder each`, 10_000, ms);
}

const AT_ONCE = 500;
const Ends = z.array(z.object({ end: z.string(), reason: z.string().nullable() }));

/** Mileages of the car cloud, by two nodes. */
async function intake(ports: Served<KnownCars>["ports"], { vins }: KnownCars, events: number): Promise<Deed> {
  const run = Date.now();
  const messages = Array.from({ length: events }, (_, n) => ({
    eventId: `B${run}-${n}`,
    type: "mileage",
    vin: vins[n % vins.length],
    occurredAt: wireTime(new Date(run - events + n)),
    payload: { mileageKm: 60_000 + n },
  }));
  const batches = Array.from({ length: Math.ceil(events / AT_ONCE) }, (_, n) =>
    messages.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );
  const push = async (port: number) => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      await callerOf(port)("POST", "/vehicle/v1/open/events", Ends, { events: batch });
    }
  };
  const { ms } = await timed(() => Promise.all(ports.map(push)));
  return atLeast("intake of events, by two nodes", 1_000, (events / ms) * 1000);
}
