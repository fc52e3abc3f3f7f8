import assert from "node:assert/strict";
import { test } from "node:test";
import { newId, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { block } from "../published/blocks.ts";
import { noteCondition } from "../published/conditions.ts";
import { releaseLock, takeForLock } from "../published/holds.ts";
import { reportPlace } from "../published/places.ts";
import { testApp } from "../testing.ts";
import { carRow, type GivenCar, givenCar } from "../testing-cars.ts";
import { verifyCars, verifyTonight } from "./verify.ts";

const app = testApp();
const run = <T>(act: (tx: Tx) => Promise<T>) => app.arrange(act);
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(app.now().getTime() - days * DAY_MS);
const all = { latest: 5_000 };

type Faults = readonly { readonly vin: string; readonly fault: string }[];
const of = (faults: Faults, car: GivenCar) =>
  faults
    .filter(({ vin }) => vin === car.vin)
    .map(({ fault }) => fault)
    .sort();

/** Writes a wrong row past the guards of the database, which would refuse most of these changes. */
async function spoil(car: GivenCar, changes: string): Promise<void> {
  await app.rows("alter table car disable trigger car_hold_agrees");
  await app.rows(`update car set ${changes} where id = $1`, [car.id]);
  await app.rows("alter table car enable trigger car_hold_agrees");
}

async function lock(car: GivenCar): Promise<() => Promise<void>> {
  const taking = { carId: car.id, lockId: newId(), lockNo: "L1", orgIds: [] };
  const { token } = await run((tx) => takeForLock(tx, taking));
  return () => run((tx) => releaseLock(tx, { ...taking, token, reason: "到期" }));
}

test("VE-R18 the check finds each of the seven things that do not fit together and repairs none of them", async () => {
  const [held, behind] = [await givenCar(app), await givenCar(app)];
  await lock(held);
  for (let times = 0; times < 2; times++) await (await lock(behind))();
  const [counted, damaged] = [await givenCar(app), await givenCar(app)];
  const [gap, replayed] = [await givenCar(app), await givenCar(app)];
  await run((tx) => block(tx, { carIds: [counted.id], kind: "OTHER", reason: "x", source: "CONSOLE" }));
  const note = { sourceNo: "D1", level: "MINOR", text: "划痕", fileIds: [], source: "LOGISTICS" } as const;
  await run((tx) => noteCondition(tx, { ...note, carId: damaged.id }));
  await run((tx) => noteCondition(tx, { ...note, carId: damaged.id, sourceNo: "D2", level: "SEVERE" }));
  const sound = await run((tx) => verifyCars(tx, all));
  for (const car of [held, behind, counted, damaged, gap, replayed]) assert.deepEqual(of(sound, car), []);

  await spoil(held, "hold_seq = 5");
  await spoil(behind, "hold_seq = 1");
  await spoil(counted, "open_blocks = 2");
  await spoil(damaged, "worst_damage = 'MINOR'");
  await spoil(gap, "event_no = 9");
  await spoil(replayed, "mileage_km = 77");
  const person = await app.signIn({ permissions: ["vehicle:carCheck:view"] });
  const { data } = await person.call(contract.checkCars, {});
  const told = "事件重放与档案不一致：";
  assert.deepEqual(of(data.faults, held), [`${told}holdSeq`, "占用与状态不一致"]);
  assert.deepEqual(of(data.faults, behind), [`${told}holdSeq`, "占用序号落后于记录"]);
  assert.deepEqual(of(data.faults, counted), [`${told}openBlocks`, "管控数与记录不一致"].sort());
  assert.deepEqual(of(data.faults, damaged), [`${told}worstDamage`, "最重质损与记录不一致"].sort());
  assert.deepEqual(of(data.faults, gap), ["事件编号不连续"]);
  assert.deepEqual(of(data.faults, replayed), [`${told}mileageKm`]);
  const [{ count } = { count: 0 }] = await app.rows<{ count: number }>("select count(*)::int as count from car");
  assert.deepEqual([data.isWhole, data.checkedCount], [true, count]);
  assert.partialDeepStrictEqual(await carRow(app, counted), { openBlocks: 2 });
});

test("VE-R18 a car on the road for more than 30 days is told, one of 29 days is not", async () => {
  const [long, short] = [await givenCar(app), await givenCar(app)];
  const depart = (car: GivenCar, days: number) =>
    run((tx) =>
      reportPlace(tx, { carIds: [car.id], kind: "TRANSIT", placeId: "G", at: daysAgo(days), source: "LOGISTICS" }),
    );
  await depart(long, 31);
  await depart(short, 29);
  const faults = await run((tx) => verifyCars(tx, all));
  assert.deepEqual([of(faults, long), of(faults, short)], [["运输超过30天"], []]);
});

test("VE-R18 a call looks at the cars that changed last, and a night at the logs of its seventh", async () => {
  const [early, late] = [await givenCar(app), await givenCar(app)];
  for (const car of [early, late]) await spoil(car, "mileage_km = 77");
  const latest = await run((tx) => verifyCars(tx, { latest: 1 }));
  assert.deepEqual([of(latest, early).length, of(latest, late).length], [0, 1]);
  const nights = [];
  for (let part = 0; part < 7; part++) nights.push(of(await run((tx) => verifyCars(tx, { part })), late).length);
  assert.deepEqual(nights.toSorted(), [0, 0, 0, 0, 0, 0, 1]);
});

test("VE-R18 a night that finds something tells those who may check, once", async () => {
  const checker = await app.signIn({ permissions: ["vehicle:carCheck:view"] });
  const other = await app.signIn({ permissions: ["vehicle:car:list"] });
  const heard = (user: { id: string }) =>
    app.rows<{ title: string; content: string }>("select title, content from notice where user_id = $1", [user.id]);
  await spoil(await givenCar(app), "open_blocks = 3");
  const faults = await run((tx) => verifyCars(tx, { part: Math.floor(app.now().getTime() / DAY_MS) % 7 }));
  const [first] = faults;
  assert.ok(first);
  await app.arrange(verifyTonight);
  await app.arrange(verifyTonight);
  const content = `${faults.length}处不一致，如${first.vin}：${first.fault}。`;
  assert.deepEqual(await heard(checker.user), [{ title: "车辆档案一致性检查未通过", content }]);
  assert.deepEqual(await heard(other.user), []);
});
