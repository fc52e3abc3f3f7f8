import assert from "node:assert/strict";
import { test } from "node:test";
import {
  checkRoleImport,
  createRole,
  editRole,
  type ImportedRole,
  type RoleEntry,
  type RoleFile,
} from "../../contract/index.ts";
import { givenMembership, givenOrganization, givenUser, type TestClient, testApp } from "../testing.ts";
import { givenDraftRole, previewed } from "./testing.ts";

const app = testApp();
const page = "authority.UserManagement";
const [list, detail, reset] = ["authority:user:list", "authority:user:view", "authority:user:resetPwd"];
const codes = ["list", "create", "edit", "export"].map((action) => `authority:role:${action}`);
const administrator = () => app.signIn({ boolAdmin: true });
let made = 0;

const entryOf = (changes: Partial<RoleEntry>): RoleEntry => {
  const code = `attack${++made}`;
  return {
    code,
    name: `攻击${made}`,
    category: null,
    description: null,
    menuKeys: [page],
    permissionCodes: [list],
    dataScope: "ORG",
    scopeOverrides: {},
    exclusiveOrgTypes: [],
    partnerKinds: [],
    maxDays: null,
    fieldRules: {},
    customOrgs: [],
    excludedCalls: [],
    grantableRoles: [],
    owner: null,
    ...changes,
  };
};

const check = (client: TestClient, ...roles: RoleEntry[]) => {
  const body: RoleFile = { kind: "ops.roles", format: 1, roles };
  return client.call(checkRoleImport, { body });
};

/** Imports one role as the page does: checks it, creates it, previews it if somebody holds it, and saves it. */
async function imported(client: TestClient, entry: RoleEntry) {
  const { data, msg } = await check(client, entry);
  const [found] = data ?? [];
  assert.ok(found, msg);
  return save(client, found);
}

async function save(client: TestClient, { state, code, name, role, draft }: ImportedRole) {
  assert.notEqual(state, "TAKEN");
  const named = { code, name, category: null, description: null };
  const present = role ?? (await client.call(createRole, { body: named })).data;
  const body = { draft, version: present.version, previewToken: null, note: "导入" };
  const answer = await client.call(editRole, { params: { id: present.id }, body });
  const [stored] = await app.rows<{ codes: string[]; scope: string; lent: string[]; owner: string | null }>(
    `select permission_codes as codes, data_scope as scope, grantable_role_ids as lent, owner_user_id as owner
     from role where id = $1`,
    [present.id],
  );
  return { msgCode: answer.msgCode, msg: answer.msg, stored };
}

/** Lets the importer grant these roles, which also makes them visible. */
const lend = (importer: TestClient, roleIds: readonly string[]) =>
  app.rows(
    `update role set grantable_role_ids = grantable_role_ids || $1::uuid[] where id in (select g.role_id from role_grant g
       join membership m on m.id = g.membership_id where m.user_id = $2)`,
    [roleIds, importer.user.id],
  );

/** Signs in somebody who may edit roles and list users in one city. */
async function givenImporter() {
  const organization = await givenOrganization(app, { type: "CITY" });
  const importer = await app.signIn({ permissions: [...codes, list], scope: "ORG_TREE", organization });
  return { importer, organization };
}

test("AU-R35 an imported file gives no code, scope or field beyond the importer's own", async () => {
  const { importer } = await givenImporter();
  const attacks: Partial<RoleEntry>[] = [
    { permissionCodes: [list, detail, reset] },
    { dataScope: "ALL" },
    { scopeOverrides: { [list]: "ALL" } },
  ];
  for (const attack of attacks) {
    const { msgCode, stored } = await imported(importer, entryOf(attack));
    assert.equal(msgCode, "GRANT_EXCEEDS", JSON.stringify(attack));
    assert.deepEqual([stored?.codes, stored?.scope], [[], "SELF"]);
  }
  const fine = await imported(importer, entryOf({}));
  assert.deepEqual([fine.msg, fine.stored?.codes], ["", [list]]);
});

test("AU-R35 an imported file lends no role, names no place and no owner that the importer could not", async () => {
  const admin = await administrator();
  const { importer, organization } = await givenImporter();
  const hidden = await givenDraftRole(admin);
  const [far, stranger] = [await givenOrganization(app), await givenUser(app)];
  await givenMembership(app, { user: stranger, organization: far, isPrimary: true });
  const [place] = await app.rows<{ code: string }>("select code from organization where id = $1", [far.id]);
  const root = await app.rows<{ code: string }>("select code from organization where parent_id is null");
  const customOrgs = [place?.code ?? "", root[0]?.code ?? ""].map((code) => ({
    code,
    name: "别处",
    withChildren: true,
  }));
  const attack = entryOf({ dataScope: "CUSTOM", customOrgs, grantableRoles: [hidden.code], owner: stranger.staffNo });
  const [found] = (await check(importer, attack)).data;
  assert.deepEqual(found?.unknown.organizations, customOrgs);
  assert.deepEqual(found?.unknown.others, [`可授予角色 ${hidden.code}`, `负责人 ${stranger.staffNo}`]);
  assert.partialDeepStrictEqual(found?.draft, { customOrgs: [], grantableRoleIds: [], ownerUserId: null });
  assert.equal((await imported(importer, attack)).msgCode, "ROLE_CUSTOM_EMPTY");

  // the same ids are put into the draft by hand
  const made = await importer.call(createRole, {
    body: { code: `byHand${far.id.slice(-6)}`, name: "手写", category: null, description: null },
  });
  const put = async (changes: object) => {
    const draft = {
      ...made.data.draft,
      permissionCodes: [list],
      menuKeys: [page],
      dataScope: "ORG" as const,
      ...changes,
    };
    const body = { draft, version: made.data.version, previewToken: null, note: "手写" };
    return (await importer.call(editRole, { params: { id: made.data.id }, body })).msgCode;
  };
  assert.equal(
    await put({ dataScope: "CUSTOM", customOrgs: [{ orgId: far.id, withChildren: true }] }),
    "GRANT_EXCEEDS",
  );
  assert.equal(await put({ customOrgs: [{ orgId: far.id, withChildren: true }] }), "ROLE_ORG_OUT_OF_SCOPE");
  assert.equal(await put({ grantableRoleIds: [hidden.id] }), "ROLE_NOT_GRANTABLE");
  assert.equal(await put({ ownerUserId: stranger.id }), "ROLE_OWNER_UNUSABLE");
  assert.equal(await put({ customOrgs: [{ orgId: organization.id, withChildren: true }] }), "");
});

test("AU-R35 an imported file overwrites no role that is hidden, built in or held by the importer", async () => {
  const admin = await administrator();
  const { importer, organization } = await givenImporter();
  const hidden = await givenDraftRole(admin, { permissionCodes: [list, detail], menuKeys: [page] });
  const [taken] = (await check(importer, entryOf({ code: hidden.code }))).data;
  assert.deepEqual([taken?.state, taken?.role, taken?.diff], ["TAKEN", null, null]);

  const builtIn = await givenDraftRole(admin, { permissionCodes: [], dataScope: "ORG" });
  await app.rows("update role set built_in = true where id = $1", [builtIn.id]);
  await lend(importer, [builtIn.id]);
  const system = await imported(importer, entryOf({ code: builtIn.code, name: builtIn.name }));
  assert.deepEqual([system.msgCode, system.stored?.codes], ["ROLE_BUILTIN_CODES", []]);

  const [own] = await app.rows<{ id: string; code: string; name: string }>(
    `select r.id, r.code, r.name from role r join role_grant g on g.role_id = r.id join membership m on m.id = g.membership_id
     where m.user_id = $1`,
    [importer.user.id],
  );
  assert.ok(own);
  await lend(importer, [own.id]);
  const mine = await imported(importer, entryOf({ code: own.code, name: own.name, permissionCodes: [list] }));
  assert.equal(mine.msgCode, "ROLE_OWN");

  const held = await givenDraftRole(admin, { permissionCodes: [list], menuKeys: [page], dataScope: "ORG" });
  await givenMembership(app, { user: await givenUser(app), organization, roles: [held], isPrimary: true });
  await lend(importer, [held.id]);
  const unseen = await imported(importer, entryOf({ code: held.code, name: held.name, permissionCodes: [] }));
  assert.equal(unseen.msgCode, "PREVIEW_REQUIRED");
  assert.equal((await previewed(importer, held.id, { permissionCodes: [] })).people.count, 1);
});

test("AU-R35 a file that is malformed is refused as a whole: names of prototypes, doubles, too much, other kinds", async () => {
  const { importer } = await givenImporter();
  const refused = async (changes: object, path = "roles") => {
    const file = { kind: "ops.roles", format: 1, roles: [entryOf({})], ...changes };
    const response = await fetch(`${app.origin}/user/v1/roles/import/check`, {
      method: "POST",
      headers: { authorization: importer.token, applicationId: "1", "content-type": "application/json" },
      body: JSON.stringify(file),
    });
    const answer: { msgCode: string; msg: string; success: boolean } = await response.json();
    assert.equal(response.status, 200, path);
    return answer;
  };
  const one = entryOf({});
  const twice = await refused({ roles: [one, { ...one, name: "又一个" }] });
  assert.deepEqual([twice.msgCode, twice.msg], ["COMMON_PARAM", `文件中角色编码重复：${one.code}`]);
  assert.equal((await refused({ roles: Array.from({ length: 201 }, () => entryOf({})) })).msg, "单次最多导入200个角色");
  assert.equal((await refused({ roles: [] })).msg, "文件中没有角色");
  assert.equal((await refused({ kind: "other" })).msgCode, "COMMON_PARAM");
  assert.equal((await refused({ roles: [{ ...one, builtIn: true }] })).msgCode, "COMMON_PARAM");
  assert.equal((await refused({ roles: [{ ...one, exclusiveOrgTypes: ["NOWHERE"] }] })).msgCode, "COMMON_PARAM");
  for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty"]) {
    const keyed = JSON.parse(`{"${name}": "EDIT"}`);
    const scoped = JSON.parse(`{"${name}": "ALL"}`);
    const attacks = [{ code: name }, { fieldRules: keyed }, { scopeOverrides: scoped }, { permissionCodes: [name] }];
    for (const attack of [...attacks, { menuKeys: [name] }, { grantableRoles: [name] }, { owner: name }]) {
      const { success, msgCode } = await refused(
        { roles: [{ ...one, ...attack }] },
        `${name} ${JSON.stringify(attack)}`,
      );
      assert.ok(success || msgCode === "COMMON_PARAM", `${name}: ${msgCode}`);
    }
  }
});

test("AU-R35 the largest file that passes is answered within seconds", async () => {
  const { importer } = await givenImporter();
  const many = (count: number, prefix: string) => Array.from({ length: count }, (_, n) => `${prefix}${n}`);
  const heavy = () => entryOf({ excludedCalls: many(120, "GET /nowhere/"), grantableRoles: many(100, "nobody") });
  const begun = performance.now();
  const { data, msg } = await check(importer, ...Array.from({ length: 200 }, heavy));
  assert.equal(msg, "");
  assert.equal(data.length, 200);
  assert.ok(performance.now() - begun < 10_000, `${Math.round(performance.now() - begun)} ms`);
});
