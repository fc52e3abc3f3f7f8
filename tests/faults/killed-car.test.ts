import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { newId } from "@ops/platform/server";
import { takeForLock } from "@ops/vehicle/server";
import { givenCar, testApp } from "@ops/vehicle/server/testing";

const app = testApp();

/** Starts a node that takes the car and does not commit. */
async function startTaking(carId: string) {
  const { NODE_TEST_CONTEXT: _context, ...inherited } = process.env;
  const env = { ...inherited, DATABASE: JSON.stringify(app.address) };
  const node = spawn(process.execPath, [join(import.meta.dirname, "car-node.ts"), carId, newId()], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => node.kill("SIGKILL"));
  const [said] = await once(node.stdout, "data");
  assert.equal(String(said), "taken\n");
  return node;
}

test("VE-R8 a node that is killed in the middle of a take leaves no half state, and the car is free for the next", async () => {
  const car = await givenCar(app);
  const take = () => app.arrange((tx) => takeForLock(tx, { carId: car.id, lockId: newId(), lockNo: "L2", orgIds: [] }));
  const node = await startTaking(car.id);
  await assert.rejects(take(), { msgCode: "VEHICLE_BUSY" });
  node.kill("SIGKILL");
  await once(node, "close");
  assert.equal((await take()).token, 1);
  const holds = await app.rows("select ref_no, seq from car_hold where car_id = $1", [car.id]);
  assert.deepEqual(holds, [{ refNo: "L2", seq: 1 }]);
  const events = await app.rows("select no, type from car_event where car_id = $1 order by no", [car.id]);
  assert.deepEqual(events, [
    { no: 1, type: "registered" },
    { no: 2, type: "locked" },
  ]);
});
