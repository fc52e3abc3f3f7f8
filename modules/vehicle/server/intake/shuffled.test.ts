import assert from "node:assert/strict";
import { test } from "node:test";
import { setParam } from "@ops/authority/server/testing";
import { mileageThinning } from "../car-record/params.ts";
import type { CarRow } from "../car-record/tables.ts";
import { findRow } from "../database.ts";
import { reportPlace } from "../published/places.ts";
import { type GivenConfig, givenConfig, testApp } from "../testing.ts";
import { newVin } from "../testing-cars.ts";
import { applyIntake, applyWaiting } from "./apply.ts";
import { sourceOf } from "./handlers.ts";

const app = testApp();
const SEED = Number(process.env["SEED"] ?? Date.now() % 100_000);
const STREAMS = 12;
const START = new Date("2026-10-01T00:00:00Z").getTime();

/** The generator mulberry32, so that the same seed makes the same story. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Said {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly minute: number;
}

/** Makes the life of a car as the factory, logistics and the car itself would report it. */
function story(random: () => number, config: GivenConfig): Said[] {
  const said: Said[] = [];
  let minute = 0;
  const say = (type: string, payload: Said["payload"]) => {
    minute += 1 + Math.floor(random() * 3);
    said.push({ type, payload, minute });
  };
  const one = (first: string, ...rest: string[]) => [first, ...rest][Math.floor(random() * (rest.length + 1))] ?? first;
  const spec = { configCode: config.configCode, extColor: "EX-W01", intColor: "IN-B02", optionCodes: ["OP-ADS"] };
  const mark = Math.floor(random() * 1e9);
  say("vinAssigned", spec);
  say("produced", {
    ...spec,
    plantCode: "PLANT-CZ",
    motorNos: [`M${mark}`],
    ...(random() < 0.3 ? { buildOrderNo: `O${mark}` } : {}),
  });
  if (random() < 0.5) say("partsChanged", { batteryNo: `B${mark}` });
  say("released", {});
  const open = new Set<string>();
  let km = 0;
  for (let step = 0; step < 10; step++) {
    const kind = one("QUALITY", "RECALL", "OTHER");
    const act = one("move", "block", "travel", "mileage", "parts", "activated");
    if (act === "move") say("siteMoved", { placeKind: "WAREHOUSE", siteCode: one("WH-CZ", "WH-BJ", "WH-CD") });
    km += Math.floor(random() * 50);
    if (act === "mileage") say("mileage", { mileageKm: km });
    if (act === "parts") say("partsChanged", { motorNos: [`M${mark}-${step}`] });
    if (act === "activated") say("activated", {});
    if (act === "travel" && !open.has("QUALITY")) {
      say("TRANSIT", { placeId: `G${step}` });
      if (random() < 0.7) say("WAREHOUSE", { placeId: one("WH-GZ", "WH-CD") });
      else step = 99; // the story ends, because the factory does not move a car that is on the road
    }
    if (act === "block") {
      say(open.has(kind) ? "unblocked" : "blocked", { kind, reason: `原因${step}` });
      if (!open.delete(kind)) open.add(kind);
    }
  }
  return said;
}

/**
 * Reports a story to a new car in this order. Logistics repeats moves that were refused because a release or the end of
 * a block was still missing.
 */
async function tell(said: readonly Said[]): Promise<string> {
  const vin = newVin();
  let moves: Said[] = [];
  for (const one of said) {
    if (one.type === "TRANSIT" || one.type === "WAREHOUSE") moves.push(one);
    else await push(vin, one);
    const left: Said[] = [];
    for (const move of moves) if (!(await hasTravelled(vin, move))) left.push(move);
    moves = left;
  }
  assert.deepEqual(moves, []);
  return vin;
}

async function hasTravelled(vin: string, { type, payload, minute }: Said): Promise<boolean> {
  const at = new Date(START + minute * 60_000);
  const kind = type === "TRANSIT" ? "TRANSIT" : "WAREHOUSE";
  const placeId = String(payload["placeId"]);
  return app.arrange(async (tx) => {
    const car = await findRow(tx, "car", { vin });
    if (car?.buildState !== "RELEASED") return false;
    const report = { kind, placeId, at, source: "LOGISTICS", eventId: `${vin}-${minute}` } as const;
    const placed = (await reportPlace(tx, { carIds: [car.id], ...report })).get(car.id);
    assert.ok(placed);
    return !placed.isRefused;
  });
}

async function push(vin: string, { type, payload, minute }: Said): Promise<void> {
  const at = new Date(START + minute * 60_000);
  const [row] = await app.rows<{ id: string }>(
    `insert into car_intake (id, created_at, created_by, updated_at, updated_by, source, event_id, type, vin, payload,
       occurred_at, received_at, state) values (uuidv7(), now(), uuidv7(), now(), uuidv7(), $1, $2, $3, $4, $5, $6, now(), 'PENDING')
     returning id`,
    [sourceOf(type), `${vin}-${String(minute).padStart(4, "0")}`, type, vin, payload, at],
  );
  const ended = await applyIntake((act) => app.arrange(act), row?.id ?? "");
  if (ended.registered) await applyWaiting((act) => app.arrange(act), vin);
}

/** Reads everything about the car, without the bookkeeping of the row and of the log. */
async function endOf(vin: string) {
  const [car] = await app.rows<CarRow>("select * from car where vin = $1", [vin]);
  assert.ok(car);
  const { id, vin: _vin, flags, version, createdAt, createdBy, updatedAt, updatedBy, eventNo, clocks, ...facts } = car;
  const text = JSON.stringify(facts).replaceAll(vin, "VIN");
  const blocks = await app.rows(
    "select kind, reason, from_at from car_block where car_id = $1 and ended_at is null order by kind",
    [id],
  );
  const gaps = await app.rows("select from car_event where car_id = $1 having max(no) <> count(*)", [id]);
  assert.deepEqual(gaps, []);
  return { facts: JSON.parse(text), blocks };
}

test("VE-R10 a shuffled stream ends in the same rows as the ordered one", { timeout: 120_000 }, async (context) => {
  await setParam(app, mileageThinning, "ALL"); // which reading of a day comes first depends on the order
  context.diagnostic(`SEED=${SEED}`);
  const random = dice(SEED);
  const config = await givenConfig(app);
  for (let stream = 0; stream < STREAMS; stream++) {
    const said = story(random, config);
    const shuffled = said
      .map((one) => ({ one, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one);
    const ordered = await endOf(await tell(said));
    await app.rows("delete from car_part_no"); // the second car uses the same part numbers
    const mixed = await endOf(await tell(shuffled));
    await app.rows("delete from car_part_no");
    assert.deepEqual(
      mixed,
      ordered,
      `SEED=${SEED}, stream ${stream}: ${JSON.stringify(shuffled.map(({ type, minute }) => [minute, type]))}`,
    );
  }
});
