import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { type CallInput, unmask } from "@ops/platform/contract";
import { listPermissions } from "../../contract/index.ts";
import {
  AuthorityTestApp,
  givenMember,
  givenMembership,
  givenOrganization,
  givenUser,
  type SignIn,
  type TestClient,
  testApp,
} from "../testing.ts";

const app = testApp();
const other = new AuthorityTestApp([]);
before(() => other.start(app));
after(() => other.stop());

const CODES = ["authority:user:list", "authority:user:view", "authority:user:unmask"];
const reader = (wishes: SignIn = {}) => app.signIn({ permissions: CODES, ...wishes });
type Body = CallInput<typeof unmask>["body"];
const show = (client: TestClient, bizId: string, more: Partial<Body> = {}) =>
  client.call(unmask, { body: { bizType: "appUser", bizId, field: "mobilePhone", ...more } });

test("PF-R104 a holder of the code sees one field in clear, and the log tells who, what and why", async () => {
  const target = await givenMember(app);
  const { data } = await show(await reader({ userName: "看号人" }), target.id, { reason: "电话回访" });
  assert.equal(data.value, target.mobilePhone);
  const [entry] = await app.auditOf(target);
  assert.partialDeepStrictEqual(entry, {
    actionName: "查看明文",
    actorName: "看号人",
    bizType: "appUser",
    summary: "查看手机号明文",
    reason: "电话回访",
  });
  assert.ok(!JSON.stringify(entry).includes(target.mobilePhone), "the log does not hold what it protects");
});

test("PF-R104 no code, no clear text; other fields, other kinds and records out of scope stay closed; reaching out of scope is logged as an attempt", async () => {
  const target = await givenMember(app);
  const blind = await app.signIn({ permissions: CODES.slice(0, 2) });
  const codeOf = async (client: TestClient, more: Partial<Body> = {}) => (await show(client, target.id, more)).msgCode;
  assert.equal(await codeOf(blind), "COMMON_FORBIDDEN");
  const allowed = await reader();
  for (const field of ["passwordHash", "userName", "constructor", "nothing"]) {
    assert.equal(await codeOf(allowed, { field }), "COMMON_FORBIDDEN", field);
  }
  for (const bizType of ["session", "constructor", "param"]) {
    assert.equal(await codeOf(allowed, { bizType }), "COMMON_FORBIDDEN", bizType);
  }
  assert.equal(await codeOf(await reader({ scope: "ORG" })), "COMMON_NOT_FOUND");
  const narrow = await reader({ scopeOverrides: { "authority:user:unmask": "ORG" } });
  assert.equal(await codeOf(narrow), "COMMON_NOT_FOUND", "the scope is that of the code, not of the list");
  const withoutDetail = await app.signIn({ permissions: ["authority:user:list", "authority:user:unmask"] });
  assert.equal(await codeOf(withoutDetail), "COMMON_FORBIDDEN");
  const logged = await app.auditOf(target);
  assert.deepEqual(
    logged.map(({ actionName, summary, result }) => [actionName, summary, result]),
    Array.from({ length: 2 }, () => ["查看明文", "越权尝试", "REFUSED"]),
  );
});

test("AU-R58 people of other companies never see the phone of the brand's own people in clear", async () => {
  const organization = await givenOrganization(app);
  const staff = await givenUser(app);
  const driver = await givenUser(app, { userType: "CARRIER", validUntil: "2027-06-30" });
  for (const user of [staff, driver]) await givenMembership(app, { user, organization, isPrimary: true });
  const outsider = await reader({ organization });
  await app.rows("update app_user set user_type = 'PARTNER', valid_until = '2027-06-30' where id = $1", [
    outsider.user.id,
  ]);
  assert.equal((await show(outsider, staff.id)).msgCode, "COMMON_FORBIDDEN");
  assert.equal((await show(outsider, driver.id)).data.value, driver.mobilePhone);
});

test("AU-R20 a field that the roles hide is not shown in clear either", async () => {
  const target = await givenMember(app);
  const client = await reader();
  await app.rows(
    `update role set field_rules = '{"user.mobilePhone": "HIDE"}' where id in (select g.role_id from role_grant g
       join membership m on m.id = g.membership_id where m.user_id = $1)`,
    [client.user.id],
  );
  assert.equal((await show(client, target.id)).msgCode, "COMMON_FORBIDDEN");
});

test("PF-R104 mask.dailyLimit counts per person and day of Shanghai over all nodes, administrators included", async () => {
  const target = await givenMember(app);
  const admin = await app.signIn({ boolAdmin: true });
  const limit = 12;
  for (const node of [app, other]) {
    await node.rows(
      `insert into param (id, created_at, created_by, updated_at, updated_by, key, value)
       values (gen_random_uuid(), now(), gen_random_uuid(), now(), gen_random_uuid(), 'mask.dailyLimit', $1)
       on conflict (key) do nothing`,
      [limit],
    );
    await node.node.params.load(node.node.database.writer);
  }
  const body = { bizType: "appUser", bizId: target.id, field: "mobilePhone" };
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, n) => (n % 2 ? app : other).call(unmask, { body }, { token: admin.token })),
  );
  assert.equal(answers.filter(({ success }) => success).length, limit);
  const refusals = answers.filter(({ success }) => !success);
  assert.deepEqual(
    new Set(refusals.map(({ msg, msgCode }) => `${msgCode} ${msg}`)),
    new Set(["UNMASK_LIMIT 今日查看明文次数已达上限"]),
  );
  assert.equal((await app.auditOf(target)).length, limit);
  assert.equal((await show(await reader(), target.id)).success, true, "another person has an own count");
  app.passTime(86_400);
  const next = await app.clientOf(admin.user, []);
  assert.equal((await show(next, target.id)).success, true);
});

test("PF-R104 the code is in the catalogue of permissions and weighs HIGH", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { data } = await admin.call(listPermissions, {});
  const found = data.permissions.find(({ code }) => code === "authority:user:unmask");
  assert.partialDeepStrictEqual(found, {
    name: "查看用户明文",
    risk: "HIGH",
    module: "authority",
    requires: ["authority:user:list"],
    interfaces: [{ method: "POST", path: "/common/v1/unmask", name: "查看用户明文" }],
  });
});
