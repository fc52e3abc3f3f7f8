import assert from "node:assert/strict";
import { test } from "node:test";
import { givenClient, setParam, signedCall } from "@ops/authority/server/testing";
import * as contract from "../../contract/index.ts";
import { priceTwoPersons } from "../params.ts";
import { givenConfig, testApp } from "../testing.ts";

const app = testApp();
const permissions = ["vehicle:price:view", "vehicle:price:edit", "vehicle:price:publish"];
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];

test("VE-R7 a price that takes two persons is neither prepared by a program nor published by that of its author", async () => {
  const person = await app.signIn({ permissions });
  const endpoints = [contract.preparePrices, contract.publishPrices];
  const keys = await givenClient(app, await app.signIn({ boolAdmin: true }), endpoints, {
    actAsUserId: person.user.id,
  });
  const config = await givenConfig(app);
  const rows = [{ carConfigId: config.id, kind: "BASE" as const, amountFen: 22_990_000 }];
  const input = { body: { start: null, end: null, rows } };
  const refused = ["COMMON_PERSON_ONLY", "须由登录人员办理，接口账号不能提交"];
  assert.deepEqual(whyNot(await signedCall(app, keys, contract.preparePrices, input)), refused);
  const { data } = await person.call(contract.preparePrices, input);
  const body = { ids: data.map(({ id }) => id) };
  const own = await signedCall(app, keys, contract.publishPrices, { body });
  assert.deepEqual(whyNot(own), ["VEHICLE_APPROVE_SELF", "不能发布本人提交的价格"]);
  await setParam(app, priceTwoPersons, "off");
  assert.equal((await signedCall(app, keys, contract.preparePrices, input)).msg, "");
});
