import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import { givenDraftRole, saved } from "../role/testing.ts";
import { givenMembership, givenOrganization, givenUser, testApp } from "../testing.ts";

const app = testApp();
const codes = [
  "authority:user:list",
  "authority:user:view",
  "authority:user:create",
  "authority:role:list",
  "authority:role:export",
  "authority:role:edit",
  "authority:otherAccount:list",
  "authority:otherAccount:bind",
];

/** Signs in somebody for whom staff numbers are masked or hidden. */
async function givenBlind(mode: "MASK" | "HIDE") {
  const { id: roleId } = await app.arrange(async () => givenDraftRole(await app.signIn({ boolAdmin: true })));
  await app.rows("update role set permission_codes = $2, data_scope = 'ALL', field_rules = $3 where id = $1", [
    roleId,
    codes,
    JSON.stringify({ "user.staffNo": mode }),
  ]);
  const [user, organization] = [await givenUser(app), await givenOrganization(app)];
  await givenMembership(app, { user, organization, roles: [{ id: roleId }], isPrimary: true });
  return app.clientOf(user, [organization.id]);
}

test("AU-R20 a closed staff number neither leaves with a role's owner nor finds him", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const owner = await givenUser(app);
  const role = await givenDraftRole(admin);
  await saved(admin, role.id, { ownerUserId: owner.id });
  const file = async (by: typeof admin) => (await by.call(contract.exportRoles, { body: { ids: [role.id] } })).data;
  const whole = await file(admin);
  assert.equal(whole.roles[0]?.owner, owner.staffNo);
  for (const mode of ["MASK", "HIDE"] as const) {
    const blind = await givenBlind(mode);
    const checked = await blind.call(contract.checkRoleImport, { body: whole });
    assert.deepEqual(checked.data[0]?.unknown.others, [`负责人 ${owner.staffNo}`]);
    assert.equal(checked.data[0]?.draft.ownerUserId, null);
    assert.equal((await file(blind)).roles[0]?.owner, null);
  }
});

test("AU-R20 AU-R50 nobody is suggested for a binding by a number that is closed to the reader", async () => {
  const [admin, person] = [await app.signIn({ boolAdmin: true }), await givenUser(app)];
  const found = async (by: typeof admin, externalId: string) =>
    (await by.call(contract.listBindingPeople, { query: { externalId } })).data.map(({ id, suggestion }) => [
      id,
      suggestion,
    ]);
  assert.deepEqual(await found(admin, person.staffNo), [[person.id, "工号相同"]]);
  for (const mode of ["MASK", "HIDE"] as const) {
    const blind = await givenBlind(mode);
    assert.deepEqual(await found(blind, person.staffNo), []);
    assert.deepEqual(await found(blind, person.mobilePhone), [[person.id, "手机号相同"]]);
  }
});

test("AU-R20 whoever may not see staff numbers is not told that one is taken", async () => {
  const taken = await givenUser(app);
  const blind = await givenBlind("HIDE");
  const create = async (staffNo: string) => {
    const base = { userName: "新人", mobilePhone: "13600000001", userType: "INTERNAL", memberships: [] };
    return (await blind.call(contract.createUser, { body: { ...base, staffNo } })).msg;
  };
  assert.deepEqual(
    [await create(taken.staffNo), await create("FREE00001")],
    ["您没有修改「工号」的权限", "您没有修改「工号」的权限"],
  );
});
