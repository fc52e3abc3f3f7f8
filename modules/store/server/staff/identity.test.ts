import assert from "node:assert/strict";
import { test } from "node:test";
import { addToBlacklist } from "@ops/partner/server";
import { givenPartner, givenStaff as givenPartnerStaff } from "@ops/partner/server/testing";
import * as contract from "../../contract/index.ts";
import { givenNumbers, givenStore, givenStoreStaff, testApp } from "../testing.ts";
import { refusal, STAFF_CODES, staffStory } from "./testing.ts";

const app = testApp();
const { hq, formOf, added, entered, onboarded } = staffStory(app);

test("ST-R9 phone and id number of a live record are refused, by name only to who sees it; records that ended are not", async () => {
  const client = await hq();
  const store = await givenStore(app, { name: "人民广场店" });
  const numbers = givenNumbers();
  const known = await givenStoreStaff(app, { ...numbers, storeId: store.id, state: "CANDIDATE", name: "李雷" });
  const create = async (who: typeof client, wishes: object) =>
    refusal(await who.call(contract.createStaff, { body: { ...(await formOf()), ...wishes } }));
  const byPhone = { phone: numbers.phone };
  assert.deepEqual(await create(client, byPhone), ["STORE_STAFF_DUP", "该手机号已有在职或在招记录：人民广场店李雷"]);
  const byIdNo = { idNo: numbers.idNo };
  assert.deepEqual(await create(client, byIdNo), ["STORE_STAFF_DUP", "该身份证号已有在职或在招记录：人民广场店李雷"]);
  const elsewhere = await givenStore(app);
  const local = await app.signIn({ permissions: STAFF_CODES, scope: "ORG_TREE", organization: elsewhere });
  const unseen = await create(local, { ...byPhone, storeId: elsewhere.id });
  assert.deepEqual(unseen, ["STORE_STAFF_DUP", "该手机号已有在职或在招记录：其他门店人员"]);
  for (const state of ["REJECTED", "LEFT"]) {
    await app.rows("update store_staff set state = $2, leave_on = now(), entry_date = now() where id = $1", [
      known.id,
      state,
    ]);
    const { data } = await client.call(contract.createStaff, { body: { ...(await formOf()), ...numbers } });
    assert.equal(data.state, "CANDIDATE", state);
    await app.rows("delete from store_staff where id = $1", [data.id]);
  }
});

test("ST-R9 people of partners and restricted ones are refused at create, direct entry, onboarding and rehire", async () => {
  const client = await hq();
  const partner = await givenPartner(app);
  const employed = (phone: string) => givenPartnerStaff(app, { partner, phone, state: "TRAINING" });
  const restrict = (idNo: string) =>
    app.arrange((tx) => addToBlacklist(tx, { name: "某某", phone: null, idNo, reason: "飞单", untilOn: null }));
  const partnerPerson = ["STORE_STAFF_PARTNER", "该人员为合作伙伴员工"];
  const restricted = ["STORE_STAFF_BLACK", "该人员在限制名单中，不能录入"];

  const form = await formOf();
  await employed(form.phone);
  assert.deepEqual(refusal(await client.call(contract.createStaff, { body: form })), partnerPerson);
  const other = await formOf();
  await restrict(other.idNo);
  assert.deepEqual(refusal(await client.call(contract.createStaff, { body: other })), restricted);

  const numbers = [givenNumbers(), givenNumbers()] as const;
  const candidate = await added(client, numbers[0]);
  await restrict(numbers[0].idNo);
  const body = { entryDate: candidate.entryDate ?? "", reason: "急", version: candidate.version };
  const direct = await client.call(contract.enterStaffDirectly, { params: { id: candidate.id }, body });
  assert.deepEqual(refusal(direct), restricted);

  const joining = await entered(client, numbers[1]);
  await employed(numbers[1].phone);
  assert.deepEqual(refusal(await onboarded(client, joining)), partnerPerson);

  const gone = await givenStoreStaff(app, { ...givenNumbers(), state: "LEFT" });
  const again = await formOf();
  await restrict(again.idNo);
  const rehire = { ...again, version: gone.version };
  assert.deepEqual(
    refusal(await client.call(contract.rehireStaff, { params: { id: gone.id }, body: rehire })),
    restricted,
  );
});

test("ST-R9 the check while typing tells the same refusal, and each look is in the log once", async () => {
  const client = await hq();
  const { phone } = givenNumbers();
  await givenStoreStaff(app, { phone, state: "CANDIDATE", name: "韩梅" });
  const check = async (typed: string) =>
    (await client.call(contract.checkStaff, { query: { phone: typed } })).data.refusal;
  assert.match((await check(phone)) ?? "", /^该手机号已有在职或在招记录：.+韩梅$/);
  assert.equal(await check(givenNumbers().phone), null);
  const looks = await app.rows("select 1 from audit_log where action = 'SEARCH wholeValue' and actor_id = $1", [
    client.user.id,
  ]);
  assert.equal(looks.length, 2);
});

test("ST-R9, PF-R104 whoever enters many new people is not stopped; numbers that look alike and people of others count", async () => {
  const local = async () => {
    const organization = await givenStore(app);
    return app.signIn({ permissions: STAFF_CODES, scope: "ORG_TREE", organization });
  };
  const check = (who: Awaited<ReturnType<typeof local>>, phone: string) =>
    who.call(contract.checkStaff, { query: { phone } });
  const honest = await local();
  for (let n = 0; n < 40; n++) assert.equal((await check(honest, givenNumbers().phone)).data.refusal, null);
  const LIMITED = "今日按完整号码查询的次数已达上限，请明天再试或联系管理员";

  const guesser = await local();
  const alike = (n: number) => `158${String(1_000 + n)}5555`;
  for (let n = 0; n < 35; n++) assert.equal((await check(guesser, alike(n))).msg, "", "5 are free, 30 are tries");
  assert.equal((await check(guesser, alike(34))).msg, LIMITED);
  assert.equal((await check(guesser, givenNumbers().phone)).msg, LIMITED, "from then on nothing is told");
  assert.equal((await check(honest, givenNumbers().phone)).msg, "");

  const curious = await local();
  for (let n = 0; n < 30; n++) {
    const { phone } = givenNumbers();
    await givenStoreStaff(app, { phone, state: "CANDIDATE" });
    assert.match((await check(curious, phone)).data.refusal ?? "", /其他门店人员$/);
  }
  assert.equal((await check(curious, givenNumbers().phone)).msg, LIMITED);
});
