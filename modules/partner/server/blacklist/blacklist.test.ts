import assert from "node:assert/strict";
import { test } from "node:test";
import { masks } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { identityCheck } from "../staff/published.ts";
import { dayIn, idNoOf, testApp } from "../testing.ts";
import { addToBlacklist, type RestrictedPerson } from "./list-person.ts";

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
  assert.deepEqual(whyNot(await add("又甲", idNo, null)), dup);
  assert.deepEqual(whyNot(await add("又乙", null, phone)), dup);
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

interface Stored {
  name: string;
  reason: string;
  untilOn: string | null;
  hasIdNo: boolean;
  hasPhone: boolean;
  version: number;
}
const stored = (about: string) =>
  app.rows<Stored>(
    `select name, reason, until_on::text as "untilOn", id_no_hash is not null as "hasIdNo",
       phone_hash is not null as "hasPhone", version
     from partner_blacklist where name like $1 order by created_at, name`,
    [`${about}%`],
  );
const tell = (person: RestrictedPerson) => app.arrange((tx) => addToBlacklist(tx, person));
const isListed = async (phone: string, idNo: string | null = null) =>
  (await app.arrange((tx) => identityCheck(tx, { phone, idNo }))).isBlacklisted;

test("PT-R9 listing somebody again never leaves less: an ended entry holds anew, a shorter one longer, half a one gets the other number", async () => {
  const person = { name: "满期", idNo: idNoOf(77_010), phone: "13577770010", reason: "飞单", untilOn: "2026-01-01" };
  await tell(person);
  assert.equal(await isListed(person.phone, person.idNo), false);
  await tell({ ...person, name: "满期改名", reason: "再次飞单", untilOn: null });
  assert.equal(await isListed(person.phone, person.idNo), true);
  const whole = { name: "满期改名", reason: "再次飞单", untilOn: null, hasIdNo: true, hasPhone: true, version: 2 };
  assert.deepEqual(await stored("满期"), [whole]);
  await tell({ ...person, reason: "更短", untilOn: dayIn(app, 9) });
  assert.deepEqual(await stored("满期"), [whole], "a weaker one changes nothing");

  const short = { ...person, name: "短期", idNo: idNoOf(77_011), phone: null, untilOn: dayIn(app, 1) };
  await tell(short);
  await tell({ ...short, phone: "13577770011", reason: "延长", untilOn: dayIn(app, 30) });
  const longer = { name: "短期", reason: "飞单", untilOn: dayIn(app, 30), hasIdNo: true, hasPhone: true, version: 2 };
  assert.deepEqual(await stored("短期"), [longer]);
  assert.equal(await isListed("13577770011"), true);

  const half = { ...person, name: "半条", idNo: null, phone: "13577770012", untilOn: null };
  await tell(half);
  await tell({ ...half, idNo: idNoOf(77_012), untilOn: dayIn(app, 1) });
  assert.equal(await isListed("13577779999", idNoOf(77_012)), true);
  await tell({ ...half, idNo: idNoOf(77_012), phone: "13577770013" }); // a second phone of the same person
  assert.deepEqual(
    (await stored("半条")).map(({ hasIdNo, hasPhone }) => [hasIdNo, hasPhone]),
    [
      [true, true],
      [false, true],
    ],
  );
  assert.deepEqual([await isListed(half.phone), await isListed("13577770013")], [true, true]);
});

test("PT-R9 people with different id numbers are listed with the same phone, which is restricted as long as one of them is", async () => {
  const lasting = { name: "久限", idNo: idNoOf(77_030), phone: "13577770030", reason: "飞单", untilOn: null };
  await tell(lasting);
  const office = await app.signIn({ permissions });
  const briefly = { ...lasting, name: "短限", idNo: idNoOf(77_031), untilOn: dayIn(app, 1) };
  const added = await office.call(contract.addToBlacklist, { body: briefly });
  assert.deepEqual([added.msg, added.data.phone, added.data.untilOn], ["", "135****0030", briefly.untilOn]);
  const endsOf = async (name: string) =>
    (await stored(name)).map(({ hasIdNo, hasPhone, untilOn }) => [hasIdNo, hasPhone, untilOn]);
  assert.deepEqual(await endsOf("久限"), [[true, true, null]]);
  assert.deepEqual(await endsOf("短限"), [[true, true, briefly.untilOn]], "the id number as long as it was told");
  const again = await office.call(contract.addToBlacklist, { body: briefly });
  assert.equal(again.msgCode, "PARTNER_STAFF_BLACK_DUP", "it restricts no more");

  const takeOff = async (name: string) => {
    const { data } = await office.call(contract.listBlacklist, { query: { name } });
    const { id = "", version = 0 } = data.list[0] ?? {};
    return (await office.call(contract.removeFromBlacklist, { params: { id }, query: { version } })).data;
  };
  assert.equal(await takeOff("久限"), true);
  assert.equal(await isListed(lasting.phone), true, "the other one was listed with it, too");
  assert.equal(await takeOff("短限"), true);
  assert.equal(await isListed(lasting.phone), false);
});

test("PT-R9 whatever is listed after whatever, each number holds as long as it did and as it was told", async () => {
  const [one, other, phone] = [idNoOf(77_040), idNoOf(77_041), "13577770040"];
  const ends = ["2026-01-01", null];
  const whom = [
    { idNo: one, phone },
    { idNo: other, phone },
    { idNo: one, phone: null },
    { idNo: other, phone: null },
    { idNo: null, phone },
  ];
  const people = whom.flatMap((numbers) =>
    ends.map((untilOn) => ({ name: "先后", reason: "飞单", untilOn, ...numbers })),
  );
  const endsNow = () =>
    app.rows<{ number: string; end: string }>(
      `select number, max(coalesce(until_on::text, 'never')) as "end" from partner_blacklist,
         unnest(array[id_no_masked, phone_masked]) number where name = '先后' and number is not null group by number`,
    );
  for (const first of people) {
    for (const second of people) {
      await tell(first);
      const before = await endsNow();
      await tell(second);
      const after = new Map((await endsNow()).map(({ number, end }) => [number, end]));
      const pair = JSON.stringify([first, second]);
      for (const { number, end } of before) assert.ok((after.get(number) ?? "") >= end, pair);
      for (const number of [second.idNo && masks.idCard(second.idNo), second.phone && masks.phone(second.phone)])
        if (number) assert.ok((after.get(number) ?? "") >= (second.untilOn ?? "never"), pair);
      await app.rows("delete from partner_blacklist where name = '先后'");
    }
  }
});

test("PT-R9 over two entries both hold longer; the phone of somebody else is listed for whoever has it now as well", async () => {
  const two = { name: "两条", idNo: idNoOf(77_020), phone: "13577770020", reason: "飞单", untilOn: "2026-01-01" };
  await tell({ ...two, phone: null });
  await tell({ ...two, idNo: null });
  await tell({ ...two, untilOn: null });
  const halves = (await stored("两条")).map(({ hasIdNo, hasPhone, untilOn }) => [hasIdNo, hasPhone, untilOn]);
  assert.deepEqual(new Set(halves.map(String)), new Set(["true,false,", "false,true,"]));

  const former = { ...two, name: "原机主", idNo: idNoOf(77_021), phone: "13577770021" };
  await tell(former);
  await tell({ ...former, name: "现机主", idNo: idNoOf(77_022), untilOn: null });
  assert.partialDeepStrictEqual(await stored("原机主"), [{ hasIdNo: true, hasPhone: true, untilOn: "2026-01-01" }]);
  assert.partialDeepStrictEqual(await stored("现机主"), [{ hasIdNo: true, hasPhone: true, untilOn: null }]);
  assert.deepEqual([await isListed(former.phone), await isListed("13577779999", former.idNo)], [true, false]);
});
