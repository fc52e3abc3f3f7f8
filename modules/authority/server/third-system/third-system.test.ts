import assert from "node:assert/strict";
import { test } from "node:test";
import { type BodyInputOf, wireTime } from "@ops/platform/contract";
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
    systemCode: system.code,
    id,
    name: "赵一",
    staffNo,
    externalId: null,
    phone: null,
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

test("AU-R55 what a person may open, in its order, with the own binding and the own last use", () =>
  app.holdTime(async () => {
    const [person, other, boss] = [await app.signIn(), await app.signIn(), await admin()];
    const bind = async (userId: string, platform: string, externalId: string) => {
      const body = { platform, externalId, externalName: null, userId };
      assert.equal((await boss.call(bindOtherAccount, { body })).msg, "");
    };
    await bind(person.user.id, "TMS", "tms-mine");
    await bind(other.user.id, "DMS", "dms-other");
    await bind(person.user.id, "LARK", "lark-left");
    await app.rows("update other_account set status = 'UNBOUND', user_id = $1 where external_id = 'lark-left'", [
      person.user.id,
    ]);
    const first = await givenSystem({ name: "甲", sort: 1, description: "说明", bindingPlatform: "TMS" });
    const third = await givenSystem({ name: "丙", sort: 3, bindingPlatform: "LARK" });
    const second = await givenSystem({ name: "乙", sort: 2, bindingPlatform: "DMS" });
    const last = await givenSystem({ name: "丁", sort: 4 });
    await givenSystem({ name: "停", sort: 1, status: "DISABLED" });
    const codes = [first, second, third, last].map(({ code }) => code);
    const mine = async (who: typeof person) =>
      (await who.call(listMyThirdSystems, {})).data.filter(({ code, name }) => codes.includes(code) || name === "停");
    app.passTime(60);
    await person.call(launchThirdSystem, { params: { code: first.code } });
    await other.call(launchThirdSystem, { params: { code: last.code } });
    const shown = { description: null, launchKind: "LINK", lastUsedAt: null } as const;
    assert.deepEqual(await mine(person), [
      { ...shown, code: first.code, name: "甲", description: "说明", isBound: true, lastUsedAt: wireTime(app.now()) },
      { ...shown, code: second.code, name: "乙", isBound: false },
      { ...shown, code: third.code, name: "丙", isBound: false },
      { ...shown, code: last.code, name: "丁", isBound: null },
    ]);
    const used = await app.rows<{ id: string }>(
      "select external_id as id from other_account where last_used_at is not null and external_id like '%-%' order by 1",
    );
    assert.ok(used.some(({ id }) => id === "tms-mine") && !used.some(({ id }) => /other|left/.test(id)));
    assert.partialDeepStrictEqual((await app.auditOf(first)).at(-1), {
      actionName: "进入第三方系统",
      bizType: "thirdSystem",
      summary: "甲",
    });
    const unknown = await person.call(launchThirdSystem, { params: { code: "NOBODY" } });
    assert.equal(unknown.msgCode, "COMMON_NOT_FOUND");
    const bare = await givenSystem({ launchKind: "OIDC" });
    const { data } = await person.call(launchThirdSystem, { params: { code: bare.code } });
    assert.deepEqual(data, { url: "https://third.example.com/in?from=ops", expiresInSeconds: null });
  }));

test("AU-R56 a ticket is worth nothing once it is a minute old or its holder may not sign in", () =>
  app.holdTime(async () => {
    const keys = await givenVerifier();
    const system = await givenSystem({
      name: "核验",
      launchKind: "TICKET",
      apiClientId: keys.id,
      bindingPlatform: "DMS",
    });
    const cases: [change: string | null, seconds: number, isGood: boolean][] = [
      [null, 59.999, true],
      [null, 60, false],
      ["status = 'DISABLED'", 0, false],
      ["deleted_at = now()", 0, false],
    ];
    for (const [at, [change, seconds, isGood]] of cases.entries()) {
      const person = await app.signIn();
      const bound = { platform: "DMS", externalId: `dms-${at}`, externalName: null, userId: person.user.id };
      await (await admin()).call(bindOtherAccount, { body: bound });
      const { url } = (await person.call(launchThirdSystem, { params: { code: system.code } })).data;
      await person.call(launchThirdSystem, { params: { code: system.code } }); // another one, which nobody shows
      if (change) await app.rows(`update app_user set ${change} where id = $1`, [person.user.id]);
      app.passTime(seconds);
      const answer = await verify(keys, ticketIn(url));
      assert.equal(answer.msgCode, isGood ? "" : "TICKET_INVALID", `${change} ${seconds}`);
      if (!isGood) continue;
      assert.equal(answer.data.externalId, `dms-${at}`);
      assert.partialDeepStrictEqual((await app.auditOf(system)).at(-1), {
        bizType: "thirdSystem",
        summary: person.user.userName,
        actorName: `接口账号·${keys.body.name}`,
      });
    }
    assert.equal((await verify(keys, "x".repeat(43))).msgCode, "TICKET_INVALID");
  }));

test("AU-R55 systems are found by name or code, kind and state, in their order, and shown in full", () =>
  app.holdTime(async () => {
    const boss = await admin();
    const keys = await givenVerifier();
    const role = await givenRole(app, { name: "可见的角色" });
    const wishes = { apiClientId: keys.id, visibleRoleIds: [role.id], description: "说明" };
    const ticket = await givenSystem({ name: "查找100%甲", sort: 2, launchKind: "TICKET", ...wishes });
    await givenSystem({ name: "查找1000乙", code: "FINDME", sort: 1, status: "DISABLED" });
    const found = async (query: object) =>
      (await boss.call(listThirdSystems, { query })).data.list.map(({ name }) => name);
    assert.deepEqual(await found({ keyword: "查找" }), ["查找1000乙", "查找100%甲"]);
    assert.deepEqual(await found({ keyword: "100%" }), ["查找100%甲"]);
    assert.deepEqual(await found({ keyword: "findme" }), ["查找1000乙"]);
    assert.deepEqual(await found({ keyword: "查找", launchKind: "TICKET" }), ["查找100%甲"]);
    assert.deepEqual(await found({ keyword: "查找", status: "DISABLED" }), ["查找1000乙"]);
    const [shown] = (await boss.call(listThirdSystems, { query: { keyword: "100%" } })).data.list;
    assert.deepEqual(shown, {
      id: ticket.id,
      code: ticket.code,
      name: "查找100%甲",
      description: "说明",
      launchKind: "TICKET",
      launchUrl: "https://third.example.com/in?from=ops",
      apiClientId: keys.id,
      apiClientName: keys.body.name,
      bindingPlatform: null,
      givesPhone: false,
      visibleRoleIds: [role.id],
      visibleRoleNames: ["可见的角色"],
      sort: 2,
      status: "ENABLED",
      createdAt: wireTime(app.now()),
      version: 1,
    });
    const removed = await boss.call(removeThirdSystem, { params: { id: ticket.id }, query: { version: 1 } });
    assert.equal(removed.data, true);
    assert.deepEqual(await found({ keyword: "查找" }), ["查找1000乙"]);
  }));

test("AU-R55 an edit keeps the roles of others, takes none that is gone, and is not opened to all within a scope", async () => {
  const { client, role } = await givenScoped(maintains);
  const [foreign, gone] = [await givenRole(app), await givenRole(app)];
  const system = await givenSystem({ visibleRoleIds: [role.id, foreign.id] });
  const { id, version: _version, code: _c, apiClientName: _a, visibleRoleNames: _v, createdAt: _t, ...rest } = system;
  const edit = async (wishes: Wishes, version: number, by = client) =>
    (await by.call(editThirdSystem, { params: { id }, body: { ...rest, ...wishes, version } })).msgCode;
  assert.equal(await edit({ visibleRoleIds: [] }, 1), "THIRD_ROLES_MISSING");
  assert.equal(await edit({ launchUrl: "https://new.example.com" }, 1), "");
  const boss = await admin();
  await app.rows("update role set deleted_at = now() where id = $1", [gone.id]);
  assert.equal(await edit({ visibleRoleIds: [gone.id] }, 2, boss), "THIRD_ROLE_UNKNOWN");
  assert.equal(await edit({ visibleRoleIds: [] }, 2, boss), "");
  assert.equal(await edit({ visibleRoleIds: [], launchUrl: "https://new.example.com" }, 3), "THIRD_ROLES_MISSING");
  assert.equal(await edit({ visibleRoleIds: [], name: "改名而已" }, 3), "");
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
