import assert from "node:assert/strict";
import { test } from "node:test";
import { listNotices } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import { givenMember, givenOrganization, type SignIn, type TestClient, testApp } from "../testing.ts";

const app = testApp();
const LIMITED = {
  success: false,
  msgCode: "UNMASK_SEARCH_LIMIT",
  msg: "今日按完整号码查询的次数已达上限，请明天再试或联系管理员",
};
const CODES = ["authority:user:list", "authority:user:view", "authority:session:list"];
const reader = (wishes: SignIn = {}) => app.signIn({ permissions: CODES, ...wishes });
const search = (client: TestClient, keyword: string) => client.call(contract.listUsers, { query: { keyword } });
/** Phones that nobody has. */
const freePhone = (n: number) => `199${String(n).padStart(8, "0")}`;

async function searchInVain(client: TestClient, times: number, from = 0) {
  for (let n = from; n < from + times; n++) assert.equal((await search(client, freePhone(n))).data.total, 0);
}

test("PF-R104 thirty searches by a whole phone may find nobody; after that none is answered until the next day", async () => {
  const target = await givenMember(app);
  const { id: organizationId } = await givenOrganization(app);
  const guesser = { ...(await reader({ organization: { id: organizationId } })), organizationId };
  assert.equal((await search(guesser, target.mobilePhone)).data.total, 1);
  await searchInVain(guesser, 30);
  assert.partialDeepStrictEqual(await search(guesser, target.mobilePhone), LIMITED);
  assert.partialDeepStrictEqual(await search(guesser, freePhone(31)), LIMITED);
  const bySession = await guesser.call(contract.listSessions, { query: { keyword: target.mobilePhone } });
  assert.partialDeepStrictEqual(bySession, LIMITED, "every list counts on the same");
  assert.equal((await search(guesser, target.userName)).success, true, "names are searched as ever");
  assert.equal((await search(await reader(), target.mobilePhone)).data.total, 1, "everybody has a count of their own");
  app.passTime(86_400);
  const tomorrow = await app.clientOf(guesser.user, [guesser.organizationId]);
  assert.equal((await search(tomorrow, target.mobilePhone)).data.total, 1);
  app.passTime(-86_400);
});

test("PF-R104 the same number again is no further try, and numbers that are found are none", async () => {
  const target = await givenMember(app);
  const client = await reader();
  for (let n = 0; n < 40; n++) await search(client, n % 2 === 0 ? freePhone(7) : target.mobilePhone);
  await searchInVain(client, 29, 100);
  assert.partialDeepStrictEqual(await search(client, freePhone(999)), LIMITED);
});

test("PF-R104 each search by a whole phone stands in the log, and the log does not hold the number", async () => {
  const target = await givenMember(app);
  const client = await reader({ userName: "查号人" });
  await search(client, target.mobilePhone);
  await search(client, "19912340000");
  const logged = await app.rows<{ summary: string; bizId: string; result: string; all: string }>(
    `select summary, biz_id as "bizId", result, a::text as all from audit_log a
     where actor_id = $1 and action_name = '按完整号码查询' order by occurred_at, summary`,
    [client.user.id],
  );
  const masked = `${target.mobilePhone.slice(0, 3)}****${target.mobilePhone.slice(-4)}`;
  assert.deepEqual(
    new Set(logged.map(({ summary, bizId, result }) => `${summary} ${bizId} ${result}`)),
    new Set([`手机号 ${masked}：找到1条 ${target.id} SUCCESS`, "手机号 199****0000：未找到  SUCCESS"]),
  );
  for (const { all } of logged) assert.ok(!all.includes(target.mobilePhone) && !all.includes("19912340000"));
});

test("PF-R104 whoever may see the numbers in clear searches as often as needed; the watchers hear of everybody else", async () => {
  await app.node.events.deliverAll(); // delivers earlier events before anybody listens
  const watcher = await app.signIn({ permissions: ["authority:session:list"] });
  const holder = await reader({ permissions: [...CODES, "authority:user:unmask"] });
  await searchInVain(holder, 35);
  const narrow = await reader({
    permissions: [...CODES, "authority:user:unmask"],
    scopeOverrides: { "authority:user:unmask": "SELF" },
    userName: "试号人",
  });
  await searchInVain(narrow, 30);
  assert.partialDeepStrictEqual(await search(narrow, freePhone(50)), LIMITED, "the code reaches less than the list");
  await app.node.events.deliverAll();
  const { list } = (await watcher.call(listNotices, { query: {} })).data;
  assert.deepEqual(
    list.map(({ title, level, content }) => [title, level, content]),
    [["疑似试探脱敏信息", "ERROR", "试号人今日按完整号码查询已有30次未找到，当天的此类查询已停用，请核实。"]],
  );
});

test("PF-R104 the code frees where it reaches all that the list shows: not less of the same region, nor only part of it", async () => {
  const [region, branch] = [await givenOrganization(app, { type: "REGION" }), await givenOrganization(app)];
  const wishes = { permissions: [...CODES, "authority:user:unmask"], scope: "ORG_TREE", organization: region } as const;
  await searchInVain(await reader(wishes), 35, 6_000);
  const narrow: NonNullable<SignIn["scopeOverrides"]>[] = [
    { "authority:user:unmask": "SELF" },
    { "authority:user:unmask": "ORG" },
    { "authority:user:list": "CUSTOM" },
  ];
  await givenOrganization(app, { type: "DEPT", parent: region });
  const refused: unknown[] = [];
  for (const scopeOverrides of narrow) {
    const client = await reader({ ...wishes, scopeOverrides });
    await app.rows(
      `update role set custom_orgs = $1 where id in (select g.role_id from role_grant g
        join membership m on m.id = g.membership_id where m.user_id = $2)`,
      [JSON.stringify([{ orgId: branch.id, withChildren: false }]), client.user.id],
    );
    await searchInVain(client, 30, 7_000);
    refused.push((await search(client, freePhone(7_100))).msgCode);
  }
  assert.deepEqual(refused, [LIMITED.msgCode, LIMITED.msgCode, LIMITED.msgCode]);
});

test("PF-R104 AU-R58 the code frees nobody of another company: the brand's own numbers stay masked for them", async () => {
  const outsider = await reader({ permissions: [...CODES, "authority:user:unmask"] });
  await app.rows("update app_user set user_type = 'PARTNER', valid_until = '2027-06-30' where id = $1", [
    outsider.user.id,
  ]);
  await searchInVain(outsider, 30);
  assert.partialDeepStrictEqual(await search(outsider, freePhone(60)), LIMITED);
});

test("PF-R104 tries at the same moment are counted one by one", async () => {
  const client = await reader();
  const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => search(client, freePhone(5_000 + n))));
  assert.equal(answers.filter(({ success }) => success).length, 30);
});
