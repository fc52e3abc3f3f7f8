import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import { idNoOf, testApp } from "../testing.ts";

const app = testApp();
const permissions = ["partner:staff:blacklist"];
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];

test("PT-R9 the list belongs to headquarters: it is searched by name, masked, and has each person once by id number and by phone", async () => {
  const office = await app.signIn({ permissions });
  const add = (name: string, idNo: string | null, phone: string | null) =>
    office.call(contract.addToBlacklist, { body: { name, idNo, phone, reason: "飞单", untilOn: "2030-01-01" } });
  const [idNo, phone] = [idNoOf(77_001), "13577770001"];
  const { data: first } = await add("限制甲", idNo, null);
  const { data: second } = await add("限制乙", null, phone);
  const both = await add("限制丙", idNoOf(77_002), "13577770002");
  assert.equal(both.msg, "");
  const dup = ["PARTNER_STAFF_BLACK_DUP", "该人员已在限制名单中"];
  assert.deepEqual(whyNot(await add("又甲", idNo, "13577770003")), dup);
  assert.deepEqual(whyNot(await add("又乙", idNoOf(77_004), phone)), dup);
  const listed = async (name?: string) => {
    const { data } = await office.call(contract.listBlacklist, { query: name ? { name } : {} });
    return data.list.map((one) => [one.name, one.idNo, one.phone, one.reason, one.untilOn]);
  };
  const [head, tail] = [idNo.slice(0, 4), idNo.slice(-4)];
  const [one, two] = [
    ["限制甲", `${head}**********${tail}`, null, "飞单", "2030-01-01"],
    ["限制乙", null, "135****0001", "飞单", "2030-01-01"],
  ];
  assert.deepEqual((await listed()).slice(1), [two, one], "the last one first");
  assert.deepEqual(await listed("甲"), [one]);

  const regional = await app.signIn({ permissions, scope: "ORG_TREE" });
  const body = { name: "限制丁", idNo: null, phone: "13577770009", reason: "飞单", untilOn: null };
  assert.equal((await regional.call(contract.addToBlacklist, { body })).msgCode, "COMMON_FORBIDDEN");
  const remove = (client: typeof office, { id, version }: { id: string; version: number }) =>
    client.call(contract.removeFromBlacklist, { params: { id }, query: { version } });
  assert.equal((await remove(regional, first)).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await remove(office, first)).data, true);
  assert.deepEqual((await listed()).slice(1), [two]);
  assert.equal((await add("又甲", idNo, null)).msg, "", "who was taken off may be listed again");
  assert.equal(second.phone, "135****0001");
});
