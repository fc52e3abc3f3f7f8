import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenProject, givenStore, testApp } from "../testing.ts";
import { projectNightly } from "./jobs.ts";

const app = testApp();

test("store 5.5 the filters behind a click on a chart show as many projects as it counts", async () => {
  const me = await app.signIn({ permissions: ["store:project:list"], scope: "ALL" });
  const today = dayOf(app.now());
  const begun = { state: "DOING", actualStart: today, progress: 50 } as const;
  await givenProject(app, { node: begun });
  await givenProject(app, { node: begun, operateMode: "PARTNER", planOpenDate: addDays(today, 80) });
  await givenProject(app, { state: "DRAFT" });
  const over = await givenProject(app, { node: begun });
  const done = await givenProject(app, { node: begun });
  await app.rows("update store_project set state = 'TERMINATED' where id = $1", [over.id]);
  await app.rows("update store_project set state = 'DONE' where id = $1", [done.id]);
  const total = async (query: object) => (await me.call(contract.listProjects, { query: { ...query } })).data.total;
  const { data } = await me.call(contract.getProjectStats, {});
  for (const { stage, count } of data.funnel) assert.equal(await total({ reached: stage }), count, stage);
  assert.equal(data.funnel.find(({ stage }) => stage === "BUILD")?.count, 3, "a terminated project is not counted");
  const names = { RISK: "risk", KIND: "kind", MODE: "operateMode" } as const;
  for (const { by, key, count } of data.shares) {
    if (by !== "REGION") assert.equal(await total({ [names[by]]: key, isOpen: "true" }), count, key);
  }
  for (const { month, planned, forecast } of data.months) {
    const days = `${month}-01,${addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1)}`;
    assert.equal(await total({ planOpenDate: days, isOpen: "true" }), planned, month);
    assert.equal(await total({ forecastOpenDate: days, isOpen: "true" }), forecast, month);
  }
  assert.equal(await total({ isOpen: "false" }), 2);
});

test("store 5.9 the running projects of stores of a type and level are counted", async () => {
  const me = await app.signIn({ permissions: ["store:project:list"], scope: "ALL" });
  const store = await givenStore(app, { state: "PREPARING", storeType: "MALL", storeLevel: "A" });
  await givenProject(app, { storeId: store.id, storeType: "MALL" });
  await givenProject(app, { storeType: "MALL" });
  const count = async (storeLevel: "A" | "B") =>
    (await me.call(contract.listProjects, { query: { storeType: "MALL", storeLevel, state: "RUNNING" } })).data.total;
  assert.deepEqual([await count("A"), await count("B")], [1, 0]);
});

test("ST-R21 one project for which the night fails keeps its forecast of the day before, the others get theirs", async () => {
  for (let n = 0; n < 3; n++) await givenProject(app);
  await app.rows("update store_project set progress = 99 where state = 'RUNNING'");
  let steps = 0;
  // the first step finds the projects, each of the others is about one
  const step = <T>(act: (tx: Tx) => Promise<T>) =>
    ++steps === 2 ? Promise.reject(new Error("broken")) : app.arrange(act);
  await projectNightly.run({ step });
  const stale = await app.rows("select 1 from store_project where state = 'RUNNING' and progress = 99");
  assert.equal(stale.length, 1);
});
