import assert from "node:assert/strict";
import { test } from "node:test";
import type { BodyInputOf } from "@ops/platform/contract";
import {
  bindOtherAccount,
  createThirdSystem,
  editThirdSystem,
  launchThirdSystem,
  listMyThirdSystems,
  listThirdSystems,
  listUsers,
  removeThirdSystem,
  testThirdSystem,
  verifyTicket,
} from "../../contract/index.ts";
import { givenClient, type Keys, signedCall } from "../api-client/testing.ts";
import { givenMembership, givenOrganization, givenRole, givenUser, testApp } from "../testing.ts";

const app = testApp();
const admin = () => app.signIn({ boolAdmin: true });
let made = 0;

type Wishes = Partial<BodyInputOf<typeof createThirdSystem>>;

function bodyOf(wishes: Wishes) {
  return {
    code: `SYS${++made}`,
    name: `系统${made}`,
    description: null,
    launchKind: "LINK" as const,
    launchUrl: "https://third.example.com/in?from=ops",
    apiClientId: null,
    bindingPlatform: null,
    givesPhone: false,
    visibleRoleIds: [],
    sort: 10,
    status: "ENABLED" as const,
    ...wishes,
  };
}

async function givenSystem(wishes: Wishes = {}) {
  const body = bodyOf(wishes);
  const answer = await (await admin()).call(createThirdSystem, { body });
  assert.ok(answer.success, answer.msg);
  return answer.data;
}

const givenVerifier = async () => givenClient(app, await admin(), [verifyTicket]);
const ticketIn = (url: string) => new URL(url).searchParams.get("ticket") ?? "";
const verify = (keys: Keys, ticket: string) => signedCall(app, keys, verifyTicket, { body: { ticket } });

test("AU-R55 LINK opens the address, OIDC the one that begins its sign-in", async () => {
  const person = await app.signIn();
  const link = await givenSystem();
  const { data } = await person.call(launchThirdSystem, { params: { code: link.code } });
  assert.deepEqual(data, { url: "https://third.example.com/in?from=ops", expiresInSeconds: null });
  const oidc = await givenSystem({ launchKind: "OIDC", bindingPlatform: "OIDC" });
  const externalId = "idp-person-1";
  const bound = { platform: "OIDC", externalId, externalName: null, userId: person.user.id };
  await (await admin()).call(bindOtherAccount, { body: bound });
  const launched = await person.call(launchThirdSystem, { params: { code: oidc.code } });
  assert.equal(launched.data.url, "https://third.example.com/in?from=ops&login_hint=idp-person-1");
  const mine = (await person.call(listMyThirdSystems, {})).data;
  const shown = mine.find(({ code }) => code === oidc.code);
  assert.partialDeepStrictEqual(shown, { isBound: true });
  assert.ok(shown?.lastUsedAt);
});

test("AU-R55 a ticket is verified once, by the system it was made for, within 60 s", async () => {
  const person = await app.signIn({ userName: "赵一" });
  const [keys, others] = [await givenVerifier(), await givenVerifier()];
  const system = await givenSystem({ launchKind: "TICKET", apiClientId: keys.id });
  const launch = async () => (await person.call(launchThirdSystem, { params: { code: system.code } })).data;
  const { url, expiresInSeconds } = await launch();
  assert.equal(expiresInSeconds, 60);
  assert.match(url, /^https:\/\/third\.example\.com\/in\?from=ops&ticket=[\w-]{43}$/);
  const invalid = { status: 200, success: false, msg: "票据无效或已过期", msgCode: "TICKET_INVALID" };
  assert.partialDeepStrictEqual(await verify(others, ticketIn(url)), invalid);
  const { id, staffNo } = person.user;
  assert.deepEqual((await verify(keys, ticketIn(url))).data, {
    ...{ systemCode: system.code, id, name: "赵一", staffNo, externalId: null, phone: null },
  });
  assert.partialDeepStrictEqual(await verify(keys, ticketIn(url)), invalid);
  const late = ticketIn((await launch()).url);
  app.passTime(61);
  assert.partialDeepStrictEqual(await verify(keys, late), invalid);
  assert.equal((await app.rows("select from third_ticket where used_at is not null")).length, 1);
});

test("AU-R56 of two verifications at once one is answered; the phone comes only where the system is marked", async () => {
  const person = await app.signIn();
  const keys = await givenVerifier();
  const system = await givenSystem({ launchKind: "TICKET", apiClientId: keys.id, givesPhone: true });
  const { url } = (await person.call(launchThirdSystem, { params: { code: system.code } })).data;
  const answers = await Promise.all([1, 2, 3].map(() => verify(keys, ticketIn(url))));
  assert.deepEqual(answers.map(({ msgCode }) => msgCode).sort(), ["", "TICKET_INVALID", "TICKET_INVALID"]);
  const phone = answers.find(({ success }) => success)?.data.phone;
  assert.equal(phone, person.user.mobilePhone);
});

test("AU-R56 a ticket is worth nothing without a signature", async () => {
  const person = await app.signIn({ permissions: ["authority:ticket:verify"] });
  const keys = await givenVerifier();
  const system = await givenSystem({ launchKind: "TICKET", apiClientId: keys.id });
  const { url } = (await person.call(launchThirdSystem, { params: { code: system.code } })).data;
  const answer = await person.call(verifyTicket, { body: { ticket: ticketIn(url) } });
  assert.equal(answer.msgCode, "TICKET_INVALID");
  assert.equal((await app.call(verifyTicket, { body: { ticket: ticketIn(url) } })).status, 401);
});

test("AU-R55 without a needed binding nobody gets in", async () => {
  const system = await givenSystem({ name: "经销商系统", bindingPlatform: "DMS" });
  const person = await app.signIn();
  assert.partialDeepStrictEqual(await person.call(launchThirdSystem, { params: { code: system.code } }), {
    msg: "您尚未绑定经销商系统账号，请联系管理员",
    msgCode: "THIRD_UNBOUND",
  });
});

test("AU-R55 people see and open what their roles show; what is out of service is told", async () => {
  const organization = await givenOrganization(app);
  const user = await givenUser(app);
  const role = await givenRole(app);
  await givenMembership(app, { user, organization, roles: [role], isPrimary: true });
  const [holder, other] = [await app.clientOf(user, [organization.id]), await app.signIn()];
  const system = await givenSystem({ visibleRoleIds: [role.id] });
  const params = { code: system.code };
  const sees = async (who: typeof other) =>
    (await who.call(listMyThirdSystems, {})).data.some(({ code }) => code === system.code);
  assert.deepEqual([await sees(holder), await sees(other)], [true, false]);
  assert.equal((await other.call(launchThirdSystem, { params })).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await holder.call(launchThirdSystem, { params })).success, true);
  const { id, version, ...record } = system;
  const { code: _code, apiClientName: _a, visibleRoleNames: _v, createdAt: _c, ...body } = record;
  const boss = await admin();
  const off = await boss.call(editThirdSystem, { params: { id }, body: { ...body, status: "DISABLED", version } });
  assert.equal(off.data.status, "DISABLED");
  assert.equal(await sees(holder), false);
  assert.partialDeepStrictEqual(await holder.call(launchThirdSystem, { params }), {
    msg: "该系统已停用",
    msgCode: "THIRD_DISABLED",
  });
  assert.equal((await boss.call(testThirdSystem, { params: { id } })).success, true);
  assert.equal((await boss.call(removeThirdSystem, { params: { id }, query: { version: version + 1 } })).success, true);
});

test("AU-R55 a system with tickets needs an account that may verify them", async () => {
  const boss = await admin();
  const { body: _body, ...reader } = await givenClient(app, boss, [listUsers]);
  const base = await givenSystem();
  const { id, version, code: _code, apiClientName: _a, visibleRoleNames: _v, createdAt: _c, ...rest } = base;
  const edit = (apiClientId: string | null) =>
    boss.call(editThirdSystem, { params: { id }, body: { ...rest, launchKind: "TICKET", apiClientId, version } });
  assert.equal((await edit(null)).msg, "票据登录须选择接口账号");
  assert.equal((await edit(reader.id)).msg, "该接口账号未授权「校验第三方票据」接口");
  const again = { ...rest, code: base.code, visibleRoleIds: [] };
  assert.equal((await boss.call(createThirdSystem, { body: again })).msg, "编码已存在");
  assert.ok((await boss.call(listThirdSystems, { query: { keyword: base.name } })).data.total >= 1);
});

const maintains = ["list", "create", "edit"].map((action) => `authority:thirdSystem:${action}`);
const missing = "请选择可见角色！对全部人员开放须由全部数据范围的管理员设置";
const noPhone = "提供手机号须具有全部人员的「查看用户明文」权限";

/** Somebody with a scope of one organisation, and a role that he may grant. */
async function givenScoped(codes: readonly string[]) {
  const client = await app.signIn({ permissions: codes, scope: "ORG_TREE" });
  const role = await givenRole(app);
  await app.rows(
    `update role set grantable_role_ids = array[$2]::uuid[] where id in (select g.role_id from role_grant g
       join membership m on m.id = g.membership_id where m.user_id = $1)`,
    [client.user.id, role.id],
  );
  return { client, role };
}

test("AU-R55 whoever does not reach everybody opens a system only to roles that he sees", async () => {
  const { client, role } = await givenScoped(maintains);
  const foreign = await givenRole(app, { name: "别人的角色" });
  const create = (wishes: Wishes) => client.call(createThirdSystem, { body: bodyOf(wishes) });
  assert.partialDeepStrictEqual(await create({}), { success: false, msg: missing, msgCode: "THIRD_ROLES_MISSING" });
  assert.equal((await create({ visibleRoleIds: [foreign.id] })).msgCode, "THIRD_ROLE_UNKNOWN");
  const { data } = await create({ visibleRoleIds: [role.id] });
  assert.deepEqual(data.visibleRoleNames, [role.name]);

  const shared = await givenSystem({ visibleRoleIds: [role.id, foreign.id] });
  const shown = (await client.call(listThirdSystems, { query: { keyword: shared.code } })).data.list[0];
  assert.deepEqual(shown?.visibleRoleNames, [role.name, "其他角色"]);

  const open = await givenSystem();
  const { id, version, code: _code, apiClientName: _a, visibleRoleNames: _v, createdAt: _c, ...rest } = open;
  const edit = (wishes: Wishes) =>
    client.call(editThirdSystem, { params: { id }, body: { ...rest, ...wishes, version } });
  assert.equal((await edit({ launchUrl: "https://elsewhere.example.com" })).msg, missing);
  assert.equal((await edit({ name: "改名" })).success, true);
});

test("AU-R56 phones are given only by whoever may see those of everybody, and only to an account that he sees", async () => {
  const keys = await givenVerifier();
  const { client, role } = await givenScoped([...maintains, "authority:user:unmask", "authority:apiClient:list"]);
  const visibleRoleIds = [role.id];
  const wished = bodyOf({ launchKind: "TICKET", apiClientId: keys.id, visibleRoleIds, givesPhone: true });
  assert.equal((await client.call(createThirdSystem, { body: wished })).success, false);
  const plain = await givenSystem({ visibleRoleIds });
  const { id, version, code: _code, apiClientName: _a, visibleRoleNames: _v, createdAt: _c, ...rest } = plain;
  const body = { ...rest, givesPhone: true, version };
  assert.equal((await client.call(editThirdSystem, { params: { id }, body })).msg, noPhone);
  const wide = await app.signIn({ permissions: maintains });
  assert.equal((await wide.call(editThirdSystem, { params: { id }, body })).msg, noPhone);
  const entitled = await app.signIn({ permissions: [...maintains, "authority:user:unmask"] });
  assert.equal((await entitled.call(editThirdSystem, { params: { id }, body })).success, true);

  const ticket = await givenSystem({ launchKind: "TICKET", apiClientId: keys.id, visibleRoleIds });
  const { version: at, code: _t, apiClientName: _n, visibleRoleNames: _r, createdAt: _w, id: theirs, ...kept } = ticket;
  const edit = (launchUrl: string) =>
    client.call(editThirdSystem, { params: { id: theirs }, body: { ...kept, launchUrl, version: at } });
  assert.equal((await edit("https://elsewhere.example.com")).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await edit(ticket.launchUrl)).success, true);
});
