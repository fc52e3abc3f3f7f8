import assert from "node:assert/strict";
import { test } from "node:test";
import {
  addMembership,
  checkGrants,
  checkRoleImport,
  editPosition,
  exportRoles,
  giveGrants,
  listPositions,
  listUsers,
  previewRole,
  type RoleDraft,
  rollbackRole,
} from "../../contract/index.ts";
import {
  givenMember,
  givenMembership,
  givenOrganization,
  givenPosition,
  givenUser,
  type TestClient,
  testApp,
} from "../testing.ts";
import { givenDraftRole, previewed, read, saved, tried } from "./testing.ts";

const app = testApp();
const list = "authority:user:list";
const everything = "外部人员不能授予全部数据范围";
const types = "该角色由外部人员持有，适用组织类型须包含其所在组织的类型";
const administrator = () => app.signIn({ boolAdmin: true });
const carriers: Partial<RoleDraft> = {
  permissionCodes: [list],
  menuKeys: ["authority.UserManagement"],
  dataScope: "ORG",
  exclusiveOrgTypes: ["CARRIER"],
};

async function givenCarrier() {
  const organization = await givenOrganization(app, { type: "CARRIER" });
  const user = await givenUser(app, { userType: "CARRIER", validUntil: "2099-01-01" });
  const { id: membershipId } = await givenMembership(app, { user, organization, isPrimary: true });
  return { user, organization, membershipId };
}

/** Makes a role that somebody of a carrier holds. */
async function givenHeldRole(admin: TestClient) {
  const role = await givenDraftRole(admin, carriers);
  const carrier = await givenCarrier();
  const body = { roleIds: [role.id], validTo: null, reason: "调度" };
  const { msg } = await admin.call(giveGrants, { params: { id: carrier.membershipId }, body });
  assert.equal(msg, "");
  return { role, ...carrier };
}

test("AU-R58 giving: a role that reaches everything by one code alone is not for outsiders either", async () => {
  const admin = await administrator();
  const { membershipId } = await givenCarrier();
  const role = await givenDraftRole(admin, { ...carriers, scopeOverrides: { [list]: "ALL" } });
  const [params, wish] = [{ id: membershipId }, { roleIds: [role.id], validTo: null }];
  const { data } = await admin.call(checkGrants, { params, body: wish });
  assert.deepEqual(
    data.refusals.map(({ msg }) => msg),
    [everything],
  );
  const refused = await admin.call(giveGrants, { params, body: { ...wish, reason: "调度" } });
  assert.deepEqual([refused.msgCode, refused.msg], ["GRANT_OUTSIDER_ALL", everything]);
});

test("AU-R58 editing: a role that outsiders hold never gets everything, as a whole or for one code", async () => {
  const admin = await administrator();
  const { role } = await givenHeldRole(admin);
  for (const changes of [{ dataScope: "ALL" }, { scopeOverrides: { [list]: "ALL" } }] as const) {
    const draft = { ...role.draft, ...changes };
    const preview = await admin.call(previewRole, { params: { id: role.id }, body: { draft, version: role.version } });
    assert.equal(preview.msg, everything);
    assert.equal((await tried(admin, role.id, changes)).msg, everything);
  }
  assert.deepEqual((await read(admin, role.id)).draft, role.draft);
  const wider = await saved(admin, role.id, { dataScope: "ORG_TREE" });
  assert.equal(wider.draft.dataScope, "ORG_TREE");
});

/** Names the root with all below it, which means the same as ALL. */
async function wholeTree(): Promise<Pick<RoleDraft, "customOrgs">> {
  const [root] = await app.rows<{ id: string }>("select id from organization where parent_id is null");
  assert.ok(root);
  return { customOrgs: [{ orgId: root.id, withChildren: true }] };
}

test("AU-R58 CUSTOM that names the root with all below it is everything: given, edited, rolled back, as a whole or for one code", async () => {
  const admin = await administrator();
  const whole = await wholeTree();
  const ways = [{ dataScope: "CUSTOM" }, { dataScope: "ORG", scopeOverrides: { [list]: "CUSTOM" } }] as const;
  for (const way of ways) {
    const { role, membershipId } = await givenHeldRole(admin);
    assert.equal((await tried(admin, role.id, { ...way, ...whole })).msg, everything);
    const wide = await givenDraftRole(admin, { ...carriers, ...way, ...whole });
    const give = { roleIds: [wide.id], validTo: null, reason: "调度" };
    assert.equal((await admin.call(giveGrants, { params: { id: membershipId }, body: give })).msg, everything);
    const narrow = await saved(admin, wide.id, { dataScope: "ORG", scopeOverrides: {}, customOrgs: [] });
    assert.equal((await admin.call(giveGrants, { params: { id: membershipId }, body: give })).msg, "");
    const body = { toVersion: wide.version, version: narrow.version, previewToken: null, note: "回滚" };
    assert.equal((await admin.call(rollbackRole, { params: { id: wide.id }, body })).msg, everything);
  }
  const { role, organization } = await givenHeldRole(admin);
  const alone = { customOrgs: whole.customOrgs.map((place) => ({ ...place, withChildren: false })) };
  assert.equal((await saved(admin, role.id, { dataScope: "CUSTOM", ...alone })).draft.dataScope, "CUSTOM");
  const own = { customOrgs: [{ orgId: organization.id, withChildren: true }] };
  assert.equal((await saved(admin, role.id, { dataScope: "CUSTOM", ...own })).draft.dataScope, "CUSTOM");
});

test("AU-R58 editing: the types of organisation go on naming those of the outsiders who hold the role", async () => {
  const admin = await administrator();
  const { role } = await givenHeldRole(admin);
  const wishes: RoleDraft["exclusiveOrgTypes"][] = [[], ["STORE"]];
  for (const exclusiveOrgTypes of wishes) {
    const refused = await tried(admin, role.id, { exclusiveOrgTypes });
    assert.deepEqual([refused.msgCode, refused.msg], ["ROLE_OUTSIDER_TYPES", types]);
  }
  const more = await saved(admin, role.id, { exclusiveOrgTypes: ["STORE", "CARRIER"] });
  assert.deepEqual(more.draft.exclusiveOrgTypes, ["STORE", "CARRIER"]);
});

test("AU-R58 rollback: an old version that reached everything does not come back for outsiders", async () => {
  const admin = await administrator();
  const role = await givenDraftRole(admin, { ...carriers, dataScope: "ALL" });
  const narrow = await saved(admin, role.id, { dataScope: "ORG" });
  const { membershipId } = await givenCarrier();
  const give = { roleIds: [role.id], validTo: null, reason: "调度" };
  assert.equal((await admin.call(giveGrants, { params: { id: membershipId }, body: give })).msg, "");
  const body = { toVersion: role.version, version: narrow.version, previewToken: null, note: "回滚" };
  const refused = await admin.call(rollbackRole, { params: { id: role.id }, body });
  assert.deepEqual([refused.msgCode, refused.msg], ["GRANT_OUTSIDER_ALL", everything]);
});

test("AU-R58 import: a file that would widen a role of outsiders to everything is refused when it is previewed", async () => {
  const admin = await administrator();
  const { role } = await givenHeldRole(admin);
  const { roles } = (await admin.call(exportRoles, { body: { ids: [role.id] } })).data;
  const file = { kind: "ops.roles" as const, format: 1 as const };
  const wide = roles.map((entry) => ({ ...entry, dataScope: "ALL" as const, exclusiveOrgTypes: [] }));
  const [checked] = (await admin.call(checkRoleImport, { body: { ...file, roles: wide } })).data;
  assert.ok(checked?.state === "CHANGED");
  const body = { draft: checked.draft, version: role.version };
  assert.equal((await admin.call(previewRole, { params: { id: role.id }, body })).msg, everything);
  assert.equal((await tried(admin, role.id, checked.draft)).msg, everything);
});

test("AU-R58 positions: what outsiders are appointed as brings no role that they could not be given", async () => {
  const admin = await administrator();
  const name = "承运调度";
  const positionId = await app.arrange((tx) => givenPosition(tx, name));
  const { user, organization } = await givenCarrier();
  await givenMembership(app, { user, organization, positionName: name });
  const wide = await givenDraftRole(admin, { ...carriers, dataScope: "ALL" });
  const inner = await givenDraftRole(admin, { permissionCodes: [list], menuKeys: ["authority.UserManagement"] });
  const position = (await admin.call(listPositions, { query: { keyword: name } })).data.list[0];
  assert.ok(position);
  const setDefaults = async (defaultRoleIds: string[]) => {
    const body = { name, orgTypes: [], rank: 1, status: "ENABLED" as const, defaultRoleIds, version: position.version };
    return (await admin.call(editPosition, { params: { id: positionId }, body })).msg;
  };
  assert.equal(await setDefaults([wide.id]), everything);
  assert.equal(await setDefaults([inner.id]), `角色「${inner.draft.name}」不适用于所选组织`);

  await app.rows("update position set default_role_ids = $1 where id = $2", [[wide.id], positionId]);
  const post = {
    organizationId: organization.id,
    positionId,
    startDate: "2030-01-01",
    endDate: null,
    isPrimary: false,
  };
  const other = await givenCarrier();
  assert.equal((await admin.call(addMembership, { params: { id: other.user.id }, body: post })).msg, everything);
});

test("AU-R58 whatever stands in the tables, everything means the own organisation to an outsider", async () => {
  const admin = await administrator();
  const { role, user, organization } = await givenHeldRole(admin);
  const below = await givenOrganization(app, { type: "DEPT", parent: organization });
  const [colleague, stranger] = [await givenUser(app), await givenMember(app)];
  await givenMembership(app, { user: colleague, organization: below, isPrimary: true });
  const named = `custom_orgs = '${JSON.stringify((await wholeTree()).customOrgs)}'`;
  const ways = [
    "data_scope = 'ALL'",
    `scope_overrides = '{"${list}": "ALL"}', data_scope = 'SELF'`,
    `scope_overrides = '{}', data_scope = 'CUSTOM', ${named}`,
    `scope_overrides = '{"${list}": "CUSTOM"}', data_scope = 'SELF', ${named}`,
  ];
  for (const way of ways) {
    await app.rows(`update role set ${way} where id = $1`, [role.id]);
    app.passTime(61); // compiled rights are cached for a minute
    const client = await app.clientOf(user, [organization.id]);
    const { data } = await client.call(listUsers, { query: {} });
    const seen = data.list.map(({ id }) => id);
    assert.deepEqual(seen.toSorted(), [user.id, colleague.id].toSorted());
    assert.ok(!seen.includes(stranger.id));
  }
  assert.equal(
    (await previewed(admin, role.id, { dataScope: "ORG", scopeOverrides: {}, customOrgs: [] })).people.count,
    1,
  );
});
