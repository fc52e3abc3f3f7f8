import assert from "node:assert/strict";
import { test } from "node:test";
import { defineModule } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { testApp } from "../testing.ts";

const app = testApp(
  defineModule({
    name: "probe",
    homeWidgets: [{ key: "probe.cars", needs: ["authority:user:list", "authority:role:list"] }, { key: "probe.open" }],
  }),
);

test("PF-R129 cards of other modules are offered to holders of one of their codes, after the own ones", async () => {
  const layoutFor = async (...permissions: string[]) =>
    (await (await app.signIn({ permissions })).call(contract.getHomeWidgets, {})).data;
  const added = (keys: readonly string[]) => keys.filter((key) => key.startsWith("probe."));
  const [nobody, holder] = [await layoutFor(), await layoutFor("authority:role:list")];
  assert.deepEqual([added(nobody.offered), added(nobody.placed)], [["probe.open"], ["probe.open"]]);
  assert.deepEqual(holder.placed.slice(-2), ["probe.cars", "probe.open"]);
  assert.deepEqual(holder.offered.slice(-2), ["probe.cars", "probe.open"]);
});

test("PF-R129 such a card is placed and kept like an own one; one of no module is refused", async () => {
  const client = await app.signIn();
  const save = (widgets: string[], version: number) =>
    client.call(contract.saveHomeLayout, { body: { widgets, pinned: null, version } });
  assert.deepEqual((await save(["probe.open", "todos", "probe.cars"], 0)).data.placed, ["probe.open", "todos"]);
  for (const unknown of ["probe.gone", "gone.open", "gone", "probe.open.x"]) {
    const { msgCode, msg } = await save([unknown], 1);
    assert.deepEqual([unknown, msgCode, msg], [unknown, "COMMON_PARAM", "组件不存在"]);
  }
});

test("PF-R129 a card of another module can be the default of a position, one of no module cannot", async () => {
  const editor = await app.signIn({ boolAdmin: true });
  const [position] = await app.rows<{ id: string; version: number }>("select id, version from position limit 1");
  assert.ok(position);
  const set = (widgets: string[]) =>
    editor.call(contract.setPositionHome, {
      params: { id: position.id },
      body: { widgets, version: position.version },
    });
  assert.equal((await set(["probe.gone"])).msg, "组件不存在");
  assert.deepEqual((await set(["probe.cars"])).data.widgets, ["probe.cars"]);
});
