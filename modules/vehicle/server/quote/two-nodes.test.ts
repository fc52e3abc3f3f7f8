import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { AuthorityTestApp } from "@ops/authority/server/testing";
import * as contract from "../../contract/index.ts";
import { vehicleModule } from "../index.ts";
import { givenConfig, testApp } from "../testing.ts";

const app = testApp();
const other = new AuthorityTestApp([vehicleModule]);
before(() => other.start(app));
after(() => other.stop());

test("VE-R4 what is 停用 on one node is not sold by another any more", async () => {
  const { call, token } = await app.signIn({ boolAdmin: true });
  const config = await givenConfig(app);
  const query = { carConfigId: config.id, extColor: "EX-W01", intColor: "IN-B02" };
  const reasonAt = async (node: AuthorityTestApp) =>
    (await node.call(contract.quoteCar, { query }, { token })).data.reason;
  assert.deepEqual([await reasonAt(app), await reasonAt(other)], ["", ""]);
  const { data } = await call(contract.listColors, {});
  const white = data.find(({ colorCode }) => colorCode === "EX-W01");
  assert.ok(white);
  const body = { colorName: white.colorName, hex: white.hex, status: "DISABLED" as const, version: white.version };
  await call(contract.editColor, { params: { id: white.id }, body });

  assert.equal(await reasonAt(app), "「珍珠白」不可选");
  for (let tries = 0; tries < 100 && (await reasonAt(other)) === ""; tries++) await setTimeout(20);
  assert.equal(await reasonAt(other), "「珍珠白」不可选");
  assert.deepEqual((await app.published(contract.catalogChanged)).at(-1), { configIds: [] });
});
