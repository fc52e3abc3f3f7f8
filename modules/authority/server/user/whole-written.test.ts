import assert from "node:assert/strict";
import { test } from "node:test";
import { declareTestApp } from "@ops/platform/server/testing";
import * as contract from "../../contract/index.ts";
import { AuthorityTestApp, givenMember, givenOrganization, givenPosition, type TestClient } from "../testing.ts";
import { importing, type TypedCells } from "../testing-import.ts";

const app = declareTestApp(new AuthorityTestApp([], undefined, { background: true }));
const LIMITED = {
  success: false,
  msgCode: "UNMASK_SEARCH_LIMIT",
  msg: "今日按完整号码查询的次数已达上限，请明天再试或联系管理员",
};
const acts = ["list", "view", "create", "edit"];
const CODES = [...acts.map((act) => `authority:user:${act}`), "authority:otherAccount:bind"];
const clerk = (more: readonly string[] = []) => app.signIn({ permissions: [...CODES, ...more] });
const search = (client: TestClient, keyword: string) => client.call(contract.listUsers, { query: { keyword } });
/** Makes a phone whose masked form is the same as that of the given one. */
const alike = (phone: string, n: number) =>
  `${phone.slice(0, 3)}${String((Number(phone.slice(3, 7)) + n) % 10_000).padStart(4, "0")}${phone.slice(-4)}`;
const alikes = (phone: string, count: number) => Array.from({ length: count }, (_, n) => alike(phone, n + 1));
const create = (client: TestClient, mobilePhone: string, staffNo: string | null) =>
  client.call(contract.createUser, {
    body: { userName: "某人", mobilePhone, staffNo, userType: "INTERNAL", memberships: [] },
  });
const logOf = async ({ user }: TestClient) => {
  const rows = await app.rows<{ summary: string }>(
    "select summary from audit_log where actor_id = $1 and action = 'SEARCH wholeValue' order by occurred_at, id",
    [user.id],
  );
  return rows.map(({ summary }) => summary);
};

test("PF-R104 a call that is refused has asked for its number: thirty different ones a day, whatever it was refused for", async () => {
  const [target, taken] = [await givenMember(app), "WHOLE001"];
  await app.rows("update app_user set staff_no = $2 where id = $1", [target.id, taken]);
  const client = await clerk();
  const guesses = alikes(target.mobilePhone, 31);
  for (const phone of guesses.slice(0, 30)) {
    assert.equal((await create(client, phone, taken)).msgCode, "USER_STAFFNO_EXISTS");
    assert.equal((await create(client, phone, taken)).msgCode === LIMITED.msgCode, phone === guesses[29]);
  }
  for (const phone of [target.mobilePhone, guesses[30] ?? ""]) {
    assert.partialDeepStrictEqual(await create(client, phone, taken), LIMITED);
    const params = { id: target.id };
    const change = { mobilePhone: phone, reason: "换号", version: 1 };
    assert.partialDeepStrictEqual(await client.call(contract.changePhone, { params, body: change }), LIMITED);
  }
  assert.partialDeepStrictEqual(await search(client, target.mobilePhone), LIMITED);
  const [first = ""] = await logOf(client);
  const shown = `${target.mobilePhone.slice(0, 3)}****${target.mobilePhone.slice(-4)}`;
  assert.equal(first, `手机号 ${shown}：工号已存在`);
});

test("PF-R104 a write that succeeds is no try, and neither is a refusal about somebody whom the caller finds by that number anyway", async () => {
  const target = await givenMember(app);
  const client = await clerk();
  for (let n = 0; n < 35; n++) {
    const made = await create(client, `1770001${1_000 + n}`, null);
    assert.equal(made.success, true, made.msg);
    assert.equal((await create(client, `1770001${1_000 + n}`, null)).msgCode, "USER_PHONE_EXISTS");
  }
  assert.equal((await search(client, target.mobilePhone)).data.total, 1);
  const holder = await clerk(["authority:user:unmask"]);
  await app.rows("update app_user set staff_no = 'WHOLE002' where id = $1", [target.id]);
  for (const phone of alikes(target.mobilePhone, 35)) {
    assert.equal(
      (await create(holder, phone, "WHOLE002")).msgCode,
      "USER_STAFFNO_EXISTS",
      "sees every number in clear",
    );
  }
});

test("PF-R104 whoever may not change a phone gets the same refusal for the present number and for another one", async () => {
  const target = await givenMember(app);
  await app.rows("update app_user set source = 'STAFF' where id = $1", [target.id]);
  const client = await clerk();
  const change = (mobilePhone: string) =>
    client.call(contract.changePhone, { params: target, body: { mobilePhone, reason: "换号", version: 1 } });
  const [same, other] = [await change(target.mobilePhone), await change(alike(target.mobilePhone, 1))];
  assert.deepEqual([same.msgCode, same.msg], [other.msgCode, other.msg]);
  assert.equal(same.success, false);
});

const users = importing(app, contract.userImport);
const bindings = importing(app, contract.otherAccountImport);

async function personRows(phones: readonly string[]): Promise<TypedCells[]> {
  const organization = await givenOrganization(app);
  const position = await app.arrange((tx) => givenPosition(tx, `岗位${phones[0]}`));
  const codeOf = async (table: string, id: string) =>
    (await app.rows<{ code: string }>(`select code from ${table} where id = $1`, [id]))[0]?.code ?? "";
  const [org, post] = [await codeOf("organization", organization.id), await codeOf("position", position)];
  const typed = { userName: "某人", userType: "内部员工", organizationCode: org, positionCode: post };
  return phones.map((mobilePhone) =>
    contract.userImport.columns.map(
      ({ key }) => Object.entries({ ...typed, mobilePhone }).find(([k]) => k === key)?.[1] ?? null,
    ),
  );
}

test("PF-R104 a file that tries number after number under one mask is not answered, and ends the searches of the day", async () => {
  const target = await givenMember(app);
  const client = await clerk();
  const guesses = alikes(target.mobilePhone, 36);
  const few = await users.check(client, await personRows(guesses.slice(0, 5)));
  assert.deepEqual([few.success, few.data.valid], [true, 5], few.msg);
  assert.equal((await users.check(client, await personRows(guesses.slice(0, 5)))).success, true, "the same once more");
  assert.equal((await search(client, target.mobilePhone)).data.total, 1);
  const file = await users.check(client, await personRows([...guesses, target.mobilePhone]));
  assert.partialDeepStrictEqual(file, LIMITED);
  assert.deepEqual((await logOf(client)).at(-1), "导入用户 手机号：37个号码，其中脱敏后相同的过多");
  assert.partialDeepStrictEqual(await search(client, target.mobilePhone), LIMITED);
  const row = ["企业微信", "guess", null, target.mobilePhone];
  assert.partialDeepStrictEqual(await bindings.check(client, [row]), LIMITED, "every kind of file counts on the same");
});

test("PF-R104 hundreds of newcomers of a file count for nothing", async () => {
  const target = await givenMember(app);
  const client = await clerk();
  const phones = Array.from({ length: 300 }, (_, n) => `1780002${1_000 + n}`);
  assert.equal((await users.check(client, await personRows(phones))).data.valid, 300);
  assert.equal((await search(client, target.mobilePhone)).data.total, 1);
  assert.deepEqual((await logOf(client)).length, 1);
});
