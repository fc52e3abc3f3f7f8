import assert from "node:assert/strict";
import { test } from "node:test";
import type { CustomOrganization, OrganizationType } from "../database.ts";
import { merging } from "../organization/testing.ts";
import {
  type GivenOrganization,
  givenMembership,
  givenOrganization,
  givenPosition,
  givenRole,
  givenUser,
  testApp,
} from "../testing.ts";

const app = testApp();
const { preview } = merging(app);
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const ok = ["", ""];
const permissions = ["authority:org:merge", "authority:org:list"];
const unit = (parent?: GivenOrganization, type: OrganizationType = "DEPT") =>
  givenOrganization(app, { type, ...(parent ? { parent } : {}) });
const remove = ({ id }: GivenOrganization) =>
  app.rows("update organization set deleted_at = now() where id = $1", [id]);

async function unitAt(level: number): Promise<GivenOrganization> {
  let deepest = await unit();
  while (deepest.level < level) deepest = await unit(deepest);
  return deepest;
}

test("AU-R42 what stood below has room at the target down to the eighth level, and no region or city below a store", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const why = async (source: GivenOrganization, target: GivenOrganization) =>
    whyNot(await preview(admin, source, target));
  const [flat, withChild] = [await unit(), await unit()];
  const child = await unit(withChild);
  await remove(await unit(child)); // a deleted organisation needs no room
  const [seven, eight] = [await unitAt(7), await unitAt(8)];
  assert.deepEqual(await why(flat, eight), ok);
  assert.deepEqual(await why(withChild, seven), ok);
  const grandchild = await unit(child);
  assert.deepEqual(await why(withChild, seven), ["ORG_DEPTH", "组织层级不能超过8级"]);
  await remove(grandchild);

  const store = await unit(undefined, "STORE");
  const [team, city, region] = [await unit(store), await unit(undefined, "CITY"), await unit(undefined, "REGION")];
  assert.deepEqual(await why(city, team), ok, "the source itself ends");
  await unit(region, "CITY");
  for (const target of [store, team]) {
    assert.deepEqual(await why(region, target), ["ORG_TYPE", "门店下不能再挂大区或城市"]);
  }
  assert.deepEqual(await why(region, flat), ok);
  assert.deepEqual(await why(withChild, team), ok);
});

test("AU-R42 neither a closed source nor a closed target; a target that a module looks after takes others in", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [open, closed] = [await unit(), await givenOrganization(app, { type: "DEPT", status: "DISABLED" })];
  assert.deepEqual(whyNot(await preview(admin, closed, open)), ["ORG_DISABLED", "组织已停用"]);
  assert.deepEqual(whyNot(await preview(admin, open, closed)), ["ORG_DISABLED", "组织已停用"]);
  assert.deepEqual(whyNot(await preview(admin, open, await unit(undefined, "STORE"))), ok);
  const owned = await unit();
  await app.rows("update organization set ref_module = '外部系统' where id = $1", [owned.id]);
  const managed = ["ORG_MANAGED", "该组织由外部系统维护，请在外部系统修改"];
  assert.deepEqual(whyNot(await preview(admin, owned, open)), managed);
});

test("AU-R42 positions and roles that do not fit the target's type are counted and named, those that are over are not", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [source, target] = [await unit(), await unit()];
  const position = async (name: string, orgTypes: string) => {
    const id = await app.arrange((tx) => givenPosition(tx, name));
    await app.rows("update position set org_types = $2 where id = $1", [id, orgTypes]);
  };
  await position("店岗", "{STORE}");
  await position("城岗", "{CITY,STORE}");
  await position("部岗", "{STORE,DEPT}");
  const hold = async (positionName: string, wishes: { status?: "FUTURE" | "ENDED"; roles?: { id: string }[] } = {}) =>
    givenMembership(app, { user: await givenUser(app), organization: source, positionName, ...wishes });
  const why = async () => whyNot(await preview(admin, source, target));
  await hold("部岗");
  await hold("店岗", { status: "ENDED" });
  assert.deepEqual(await why(), ok);
  await hold("店岗");
  await hold("店岗", { status: "FUTURE" });
  await hold("城岗");
  const unfit = ["城岗", "店岗"].join("、");
  const [code, msg] = await why();
  assert.equal(code, "ORG_MERGE_POSITION");
  assert.ok(
    [unfit, "店岗、城岗"].some((names) => msg === `3个任职的职位不适用于目标组织：${names}，请先调整`),
    msg,
  );
  await app.rows("update position set org_types = '{}' where name = any($1)", [["店岗", "城岗"]]);

  const only = async (name: string, types: string) => {
    const role = await givenRole(app, { name });
    await app.rows("update role set exclusive_org_types = $2 where id = $1", [role.id, types]);
    return role;
  };
  const [shop, office] = [await only("店角色", "{STORE}"), await only("部角色", "{DEPT}")];
  await hold("部岗", { roles: [office] });
  await hold("部岗", { roles: [shop], status: "ENDED" });
  const { id: revoked } = await hold("部岗", { roles: [shop] });
  await app.rows("update role_grant set status = 'REVOKED' where membership_id = $1", [revoked]);
  assert.deepEqual(await why(), ok);
  await hold("部岗", { roles: [shop] });
  const roleUnfit = ["ORG_MERGE_ROLE", "1项角色授予不适用于目标组织：店角色，请先调整"];
  assert.deepEqual(await why(), roleUnfit);
});

/** Makes an area with two departments and an operator who may merge them. */
async function givenArea() {
  const area = await unit();
  const [source, target] = [await unit(area), await unit(area)];
  const manager = await app.signIn({ permissions, scope: "ORG_TREE", organization: area });
  return { area, source, target, manager };
}

test("AU-R42 what an operator does not see below the source is not merged by him", async () => {
  const { area, source, target } = await givenArea();
  const operator = async (customOrgs: CustomOrganization[]) => {
    const user = await givenUser(app);
    const role = await givenRole(app, { permissionCodes: permissions, dataScope: "CUSTOM", customOrgs });
    await givenMembership(app, { user, organization: area, roles: [role], isPrimary: true });
    return app.clientOf(user, [area.id]);
  };
  const alone = [source, target].map(({ id }) => ({ orgId: id, withChildren: false }));
  const blind = await operator(alone);
  assert.deepEqual(whyNot(await preview(blind, source, target)), ok);
  const hidden = await unit(source);
  assert.equal((await preview(blind, source, target)).msgCode, "COMMON_NOT_FOUND");
  await remove(hidden);
  assert.deepEqual(whyNot(await preview(blind, source, target)), ok);
});

test("AU-R5 AU-R3 a merge moves neither the operator's own post nor, by others, an administrator's", async () => {
  const { source, target, manager } = await givenArea();
  const own = (status: "ENDED" | "FUTURE") =>
    givenMembership(app, { user: manager.user, organization: source, status, positionName: status });
  await own("ENDED");
  assert.deepEqual(whyNot(await preview(manager, source, target)), ok);
  const boss = await givenUser(app, { boolAdmin: true });
  const { id: post } = await givenMembership(app, { user: boss, organization: source });
  const shielded = ["USER_ADMIN_PROTECTED", "无权操作管理员账号"];
  assert.deepEqual(whyNot(await preview(manager, source, target)), shielded);
  assert.deepEqual(whyNot(await preview(await app.signIn({ boolAdmin: true }), source, target)), ok);
  await app.rows("update membership set status = 'ENDED' where id = $1", [post]);
  await givenMembership(app, { user: boss, organization: target });
  assert.deepEqual(whyNot(await preview(manager, source, target)), ok);
  await own("FUTURE");
  assert.deepEqual(whyNot(await preview(manager, source, target)), ["USER_SELF", "不能操作自己的账号"]);
});

test("AU-R15 AU-R42 roles of the people of both that lie above the operator stop a merge, his own and old ones do not", async () => {
  const { source, target, manager } = await givenArea();
  const strong = await givenRole(app, { dataScope: "ORG", permissionCodes: ["authority:user:list"] });
  const hold = async (
    organization: GivenOrganization,
    user = manager.user,
    status: "EFFECTIVE" | "ENDED" = "EFFECTIVE",
  ) => givenMembership(app, { user, organization, status, roles: [strong], positionName: "强岗" });
  const why = async () => (await preview(manager, source, target)).msgCode;
  await hold(await unit(), await givenUser(app));
  await hold(source, await givenUser(app), "ENDED");
  assert.equal(await why(), "");
  await app.rows("update role set status = 'DISABLED' where id = $1", [strong.id]);
  await hold(target); // the role is disabled and the operator's own
  assert.equal(await why(), "");
  const { id } = await hold(target, await givenUser(app));
  assert.equal(await why(), "GRANT_EXCEEDS");
  await app.rows("update role_grant set status = 'REVOKED' where membership_id = $1", [id]);
  assert.equal(await why(), "");
  const weak = await givenRole(app, { dataScope: "ORG", permissionCodes: ["authority:org:list"] });
  await givenMembership(app, { user: await givenUser(app), organization: target, roles: [weak] });
  assert.equal(await why(), "");
});

test("AU-R15 AU-R42 a merge that would show its operator more is refused, whatever kind of scope shows it", async () => {
  const { area, source } = await givenArea();
  const branch = await unit(area);
  const target = await unit(branch);
  const code = "authority:org:list";
  const place = (organization: GivenOrganization, withChildren: boolean) => ({ orgId: organization.id, withChildren });
  const operator = async (
    organization: GivenOrganization,
    scope: "ORG" | "ORG_TREE" | "ALL" | CustomOrganization[],
  ) => {
    const user = await givenUser(app);
    const custom =
      typeof scope === "string" ? { dataScope: scope } : { dataScope: "CUSTOM" as const, customOrgs: scope };
    const scopeOverrides = { "authority:org:merge": "ALL" as const };
    const role = await givenRole(app, { permissionCodes: [...permissions, code], scopeOverrides, ...custom });
    await givenMembership(app, { user, organization, roles: [role], isPrimary: true });
    const client = await app.clientOf(user, [organization.id]);
    const { msgCode } = await preview(client, source, target);
    // ends the post, so that its rights do not affect the next case
    await app.rows("update membership set status = 'ENDED' where user_id = $1", [user.id]);
    return msgCode;
  };
  const gain = "ORG_OWN_GAIN";
  const elsewhere = await unit();
  assert.equal(await operator(target, "ORG"), gain);
  assert.equal(await operator(target, "ORG_TREE"), gain);
  assert.equal(await operator(branch, "ORG_TREE"), gain);
  assert.equal(await operator(branch, "ORG"), "");
  assert.equal(await operator(area, "ORG_TREE"), "");
  assert.equal(await operator(area, "ORG"), "");
  assert.equal(await operator(target, "ALL"), "");
  assert.equal(await operator(elsewhere, "ORG_TREE"), "");
  assert.equal(await operator(elsewhere, [place(target, false)]), gain);
  assert.equal(await operator(elsewhere, [place(target, true)]), gain);
  assert.equal(await operator(elsewhere, [place(source, true)]), "");
  assert.equal(await operator(elsewhere, [place(source, false), place(target, false)]), "");
  assert.equal(await operator(elsewhere, [place(source, false), place(target, true)]), gain);
  assert.equal(await operator(elsewhere, [place(source, true), place(target, true)]), "");
  assert.equal(await operator(elsewhere, [place(branch, false)]), "");
  assert.equal(await operator(elsewhere, [place(branch, true)]), gain);
  assert.equal(await operator(elsewhere, [place(target, false), place(elsewhere, true)]), gain);
  assert.equal(await operator(elsewhere, [place(target, false), place(area, true)]), "");
  assert.equal(await operator(elsewhere, [place(area, true)]), "");
  assert.equal(await operator(elsewhere, [place(area, false), place(target, false)]), gain);
});
