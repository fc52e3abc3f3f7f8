import * as authority from "@ops/authority/contract";
import {
  CAPTCHA_ANSWER,
  encrypted,
  givenMembership,
  givenOrganization,
  givenUser,
  TEST_PASSWORD,
  testSettings,
} from "@ops/authority/server/testing";
import * as platform from "@ops/platform/contract";
import { hmac, newId, newToken, sha256 } from "@ops/platform/server";
import { example } from "./example.ts";
import type { World } from "./world.ts";
import "./examples-car.ts";
import "./examples-files.ts";
import "./examples-notices.ts";
import "./examples-operator.ts";
import "./examples-organization.ts";
import "./examples-partner.ts";
import "./examples-partner-money.ts";
import "./examples-partner-staff.ts";
import "./examples-partner-stop.ts";
import "./examples-tasks.ts";
import "./examples-people.ts";
import "./examples-third.ts";
import "./examples-vehicle.ts";

export { exampleOf } from "./example.ts";

const captcha = (app: World) => ({ verifyCode: CAPTCHA_ANSWER, codeId: app.codeId() });

example(authority.phoneLogin, async (app) => {
  const { mobilePhone } = await givenUser(app, { boolAdmin: true });
  return { input: { body: { mobilePhone, password: encrypted(TEST_PASSWORD), ...captcha(app) } } };
});

example(authority.modifyPassword, async () => ({
  input: { body: { password: encrypted(TEST_PASSWORD), newPassword: encrypted("Neu@2026") } },
}));

example(authority.organizationLogin, async (app) => {
  const { user, token } = await app.signIn();
  const organization = await givenOrganization(app);
  await givenMembership(app, { user, organization });
  return { input: { body: { organizationId: organization.id } }, credentials: { authorization: token } };
});

example(authority.endMySession, async (app) => {
  const { sessionId, token } = await app.signIn({ boolAdmin: true });
  const id = newId();
  await app.rows(
    `insert into session select (jsonb_populate_record(s, jsonb_build_object('id', $1::text, 'token_hash', '\\x' || encode(sha256(convert_to($1::text, 'UTF8')), 'hex')))).*
     from session s where s.id = $2`,
    [id, sessionId],
  );
  return { input: { params: { id } }, credentials: { authorization: token } };
});

example(authority.forgetMyDevice, async (app) => {
  const { user, token } = await app.signIn({ boolAdmin: true });
  const id = newId();
  await app.rows("insert into trusted_device values ($1, $2, $3, 'Chrome', now(), now())", [id, user.id, sha256(id)]);
  return { input: { params: { id } }, credentials: { authorization: token } };
});

example(authority.editUser, async (app) => {
  const { id, version } = await givenUser(app);
  return { input: { params: { id }, body: { userName: "改名", staffNo: null, email: null, remark: "备注", version } } };
});

example(authority.disableUser, async (app) => {
  const { id, version } = await givenUser(app);
  return { input: { params: { id }, body: { reason: "离岗", version } } };
});

example(authority.enableUser, async (app) => {
  const { id, version } = await givenUser(app, { status: "DISABLED" });
  return { input: { params: { id }, body: { reason: "返岗", version } } };
});

example(authority.ticketLogin, async (app) => {
  const ticket = newToken();
  await app.administrator("portal");
  await app.rows(
    `insert into sso_ticket (id, ticket_hash, sso_session_id, user_id, application_id, client_id, created_at, expires_at)
     select $1, $2, s.id, s.user_id, c.application_id, c.client_id, now(), now() + interval '1 minute'
     from (select * from sso_session where status = 'ACTIVE' order by created_at desc limit 1) s, sso_client c`,
    [newId(), sha256(ticket)],
  );
  return { input: { body: { applicationId: "1", clientId: "ops-console", ticket } } };
});

example(authority.sendSmsCode, async (app) => {
  const { mobilePhone } = await givenUser(app);
  return { input: { body: { mobilePhone, ...captcha(app) } } };
});

example(authority.smsLogin, async (app) => {
  const { mobilePhone } = await givenUser(app, { boolAdmin: true });
  const id = newId();
  const hash = hmac(testSettings.deviceCookieKey, `sms-code:${id}:123456`);
  await app.rows(
    `insert into sms_code (id, mobile_phone, scene, code_hash, created_at, expires_at, status, ip)
     values ($1, $2, 'LOGIN', $3, now(), now() + interval '5 minutes', 'SENT', '10.0.0.1')`,
    [id, mobilePhone, hash],
  );
  return { input: { body: { mobilePhone, smsCode: "123456" } } };
});

example(authority.staffLogin, async (app) => {
  const { staffNo } = await givenUser(app, { boolAdmin: true });
  return { input: { body: { staffNo, password: encrypted(TEST_PASSWORD), ...captcha(app) } } };
});

example(authority.openApp, async () => ({ input: { body: { clientId: "ops-console" } } }));

example(authority.resumePortal, async (app) => {
  const authorization = newToken();
  const credentials = await app.administrator("portal");
  await app.rows(
    `insert into sso_handover (id, value_hash, sso_session_id, created_at, expires_at)
     select $1, $2, id, now(), now() + interval '1 minute' from sso_session
     where status = 'ACTIVE' order by created_at desc limit 1`,
    [newId(), sha256(authorization)],
  );
  return { input: { body: { authorization } }, credentials };
});

const entry = { entryMeaning: "名称", sort: 1, color: null };

async function givenDictEntry(app: World): Promise<{ id: string; code: string; version: number }> {
  const [type, id, code] = [newId(), newId(), `t${newId().slice(-8)}`];
  const stamp = "1, now(), $1::uuid, now(), $1::uuid";
  await app.rows(`insert into dict_type values ($1, ${stamp}, $2, '类型', 'platform', false)`, [type, code]);
  await app.rows(`insert into dict_entry values ($1, ${stamp}, $2, '名称', 'A', 1, null, 'ENABLED')`, [id, code]);
  return { id, code, version: 1 };
}

example(platform.createDictType, async () => ({ input: { body: { code: `t${newId().slice(-8)}`, name: "类型" } } }));

example(platform.createDictEntry, async (app) => {
  const { code } = await givenDictEntry(app);
  return { input: { body: { code, entryValue: "B", ...entry } } };
});

example(platform.editDictEntry, async (app) => {
  const { id, version } = await givenDictEntry(app);
  return {
    input: { params: { id }, body: { ...entry, entryMeaning: "新名称", status: "DISABLED" as const, version } },
  };
});

example(platform.removeDictEntry, async (app) => ({ input: { params: { id: (await givenDictEntry(app)).id } } }));

example(platform.editParam, async () => ({
  input: { params: { key: "auth.session.idleMinutes" }, body: { value: "90", version: 0 } },
}));

/** An interface that no other test calls. */
async function givenInterface(app: World, status: "ENABLED" | "DISABLED") {
  const id = newId();
  await app.rows(
    `insert into api_interface values ($1::uuid, 1, now(), $1::uuid, now(), $1::uuid, 'GET', '/none/v1/' || $1::text, '无', 'none', 'none:none:list',
       $2, false, null, '', now(), now())`,
    [id, status],
  );
  return { id, version: 1 };
}

example(authority.editInterface, async (app) => {
  const { id, version } = await givenInterface(app, "ENABLED");
  return { input: { params: { id }, body: { sensitive: true, logBody: false, ratePerMin: 100, version } } };
});

example(authority.disableInterface, async (app) => {
  const { id, version } = await givenInterface(app, "ENABLED");
  return { input: { params: { id }, body: { reason: "维护", version } } };
});

example(authority.enableInterface, async (app) => {
  const { id, version } = await givenInterface(app, "DISABLED");
  return { input: { params: { id }, body: { reason: "完成", version } } };
});

const position = { orgTypes: [], defaultRoleIds: [], rank: 10 };

async function givenFreePosition(app: World) {
  const admin = await app.signIn({ boolAdmin: true });
  const code = `p${newId().slice(-8)}`;
  return (await admin.call(authority.createPosition, { body: { ...position, code, name: code } })).data;
}

example(authority.createPosition, async () => ({
  input: { body: { ...position, code: `p${newId().slice(-8)}`, name: newId() } },
}));

example(authority.editPosition, async (app) => {
  const { id, version } = await givenFreePosition(app);
  return { input: { params: { id }, body: { ...position, name: newId(), status: "DISABLED" as const, version } } };
});

example(authority.setPositionHome, async (app) => {
  const { id, version } = await givenFreePosition(app);
  return { input: { params: { id }, body: { widgets: ["todos" as const], version } } };
});

example(authority.removePosition, async (app) => {
  const { id, version } = await givenFreePosition(app);
  return { input: { params: { id }, query: { version } } };
});

const customGroup = {
  parentId: null,
  kind: "GROUP" as const,
  title: "专题",
  path: null,
  keepAlive: false,
  isHidden: false,
  openStatus: "OPEN" as const,
};

async function givenMenu(app: World) {
  const admin = await app.signIn({ boolAdmin: true });
  return (await admin.call(authority.createMenu, { body: { ...customGroup, sort: null } })).data;
}

example(authority.createMenu, async () => ({ input: { body: { ...customGroup, sort: null } } }));

example(authority.editMenu, async (app) => {
  const { key, version, sort } = await givenMenu(app);
  const body = { ...customGroup, title: "新专题", sort, status: "ENABLED" as const, version };
  return { input: { params: { key }, body } };
});

example(authority.resetMenu, async (app) => {
  const key = "order.OrderList";
  const admin = await app.signIn({ boolAdmin: true });
  const { version } = (await admin.call(authority.getMenu, { params: { key } })).data;
  return { input: { params: { key }, body: { version } } };
});

example(authority.removeMenu, async (app) => {
  const { key, version } = await givenMenu(app);
  return { input: { params: { key }, query: { version } } };
});

example(authority.sortMenus, async (app) => {
  const { key, sort } = await givenMenu(app);
  const admin = await app.signIn({ boolAdmin: true });
  const { treeVersion } = (await admin.call(authority.getMenuTree, {})).data;
  return { input: { body: { moves: [{ key, parentId: null, sort: sort + 1 }], treeVersion } } };
});

async function givenFreeRole(app: World) {
  const admin = await app.signIn({ boolAdmin: true });
  const code = `r${newId().slice(-8)}`;
  const body = { code, name: code, category: null, description: null };
  return (await admin.call(authority.createRole, { body })).data;
}

example(authority.createRole, async () => {
  const code = `r${newId().slice(-8)}`;
  return { input: { body: { code, name: code, category: null, description: null } } };
});

example(authority.copyRole, async (app) => {
  const { id } = await givenFreeRole(app);
  return { input: { params: { id }, body: { code: `r${newId().slice(-8)}` } } };
});

example(authority.previewRole, async (app) => {
  const { id, draft, version } = await givenFreeRole(app);
  return { input: { params: { id }, body: { draft: { ...draft, dataScope: "ORG" as const }, version } } };
});

example(authority.editRole, async (app) => {
  const { id, draft, version } = await givenFreeRole(app);
  return { input: { params: { id }, body: { draft, version, previewToken: null, note: "测试" } } };
});

example(authority.checkRoleImport, async (app) => {
  const admin = await app.signIn({ boolAdmin: true });
  const { id } = await givenFreeRole(app);
  const body = (await admin.call(authority.exportRoles, { body: { ids: [id] } })).data;
  return { input: { body } };
});

example(authority.rollbackRole, async (app) => {
  const { id, version } = await givenFreeRole(app);
  return { input: { params: { id }, body: { toVersion: 1, version, previewToken: null, note: "测试" } } };
});

example(authority.disableRole, async (app) => {
  const { id, version } = await givenFreeRole(app);
  return { input: { params: { id }, body: { reason: "测试", version } } };
});

example(authority.enableRole, async (app) => {
  const { id, version } = await givenFreeRole(app);
  await app.rows("update role set status = 'DISABLED' where id = $1", [id]);
  return { input: { params: { id }, body: { reason: "测试", version } } };
});

example(authority.deleteRole, async (app) => {
  const { id, version } = await givenFreeRole(app);
  return { input: { params: { id }, query: { version } } };
});

example(authority.explain, async (app) => {
  const { id: userId } = await givenUser(app);
  const target = { kind: "CODE" as const, code: "authority:user:list" };
  return { input: { body: { userId, membershipId: null, target } } };
});

example(authority.startViewAs, async (app) => {
  const { token } = await app.signIn({ boolAdmin: true });
  const user = await givenUser(app);
  const organization = await givenOrganization(app);
  const { id: membershipId } = await givenMembership(app, { user, organization, isPrimary: true });
  return { input: { body: { userId: user.id, membershipId } }, credentials: { authorization: token } };
});
