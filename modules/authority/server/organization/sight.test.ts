import assert from "node:assert/strict";
import { test } from "node:test";
import { wireTime } from "@ops/platform/contract";
import type { CustomOrganization, OrganizationType } from "../database.ts";
import {
  type GivenOrganization,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  type RoleWishes,
  testApp,
} from "../testing.ts";
import { brokenPlaces, moving, Parcels } from "./testing.ts";

const parcels = new Parcels();
const app = testApp(parcels.module);
const { preview, tokenOf, move } = moving();
const permissionCodes = ["authority:user:list"];
const whyNot = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const unit = (parent?: GivenOrganization, type: OrganizationType = "DEPT", name?: string) =>
  givenOrganization(app, { type, ...(parent ? { parent } : {}), ...(name ? { name } : {}) });
const remove = ({ id }: { id: string }, table: "organization" | "role" = "organization") =>
  app.rows(`update ${table} set deleted_at = now() where id = $1`, [id]);
const place = ({ id }: GivenOrganization, withChildren: boolean): CustomOrganization => ({ orgId: id, withChildren });

/** Makes an area with two branches. The first branch has a part with two stores and a deleted one. */
async function givenArea(name: string) {
  const area = await unit(undefined, "DEPT", `${name}片区`);
  const [from, to] = [await unit(area, "DEPT", `${name}来处`), await unit(area, "DEPT", `${name}去处`)];
  const part = await unit(from, "DEPT", `${name}部`);
  const stores = [await unit(part, "STORE"), await unit(part, "STORE")] as const;
  await remove(await unit(part, "STORE"));
  return { area, from, to, part, stores };
}

async function givenHolder(userName: string, organization: GivenOrganization, ...roles: RoleWishes[]) {
  const user = await givenUser(app, { userName });
  const held = [];
  for (const wishes of roles) held.push(await givenRole(app, { permissionCodes, ...wishes }));
  const { id } = await givenMembership(app, { user, organization, roles: held, isPrimary: true, positionName: "岗" });
  return { user, roles: held, membershipId: id };
}

const tree = { dataScope: "ORG_TREE" } as const;
const custom = (...customOrgs: CustomOrganization[]): RoleWishes => ({ dataScope: "CUSTOM", customOrgs });

test("AU-R41 only scopes in force that reach the moved part from above lose or gain it, each organisation once", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { area, from, to, part, stores } = await givenArea("移");
  const elsewhere = await unit(undefined, "DEPT", "移别处");
  await givenHolder("来树", from, tree);
  await givenHolder("去树", to, tree);
  await givenHolder("来人", from, { dataScope: "ORG" });
  await givenHolder("片树", area, tree);
  await givenHolder("片与来", from, tree, custom(place(area, true)));
  await givenHolder("点来", elsewhere, custom(place(from, true)));
  await givenHolder("点来单", elsewhere, custom(place(from, false)));
  await givenHolder("点去", elsewhere, custom(place(to, true)));
  await givenHolder("点去与全国", elsewhere, custom(place(to, true)), { dataScope: "ALL" });
  await givenHolder("点来去", elsewhere, custom(place(from, true), place(to, true)));
  await givenHolder("点店", from, tree, custom(place(stores[0], false)));
  await givenHolder("点部", from, tree, custom(place(part, true)));
  await givenHolder("点部单", from, tree, custom(place(part, false)));
  await givenHolder("按码", from, { scopeOverrides: { "authority:user:list": "ORG_TREE" } });
  await givenHolder("自己", from, { dataScope: "SELF" });
  await givenHolder("停用角色", from, { ...tree, status: "DISABLED" });
  await remove((await givenHolder("已删角色", from, tree)).roles[0] ?? { id: "" }, "role");
  const gone = await givenHolder("离职", from, tree);
  await app.rows("update app_user set status = 'LEFT' where id = $1", [gone.user.id]);
  const boss = await givenHolder("管理员", from, tree);
  await app.rows("update app_user set bool_admin = true where id = $1", [boss.user.id]);
  const former = await givenHolder("收回", from, tree);
  await app.rows("update role_grant set status = 'REVOKED' where membership_id = $1", [former.membershipId]);
  const pointed = await givenHolder("点来收回", elsewhere, custom(place(from, true)));
  await app.rows("update role_grant set status = 'REVOKED' where membership_id = $1", [pointed.membershipId]);
  const ended = await givenHolder("卸任", from, tree);
  await app.rows("update membership set status = 'ENDED' where id = $1", [ended.membershipId]);
  const [lead, next] = [await givenHolder("来处头", from), await givenHolder("去处头", to)];
  await app.rows("update organization set leader_user_id = $2 where id = $1", [from.id, lead.user.id]);
  await app.rows("update organization set leader_user_id = $2 where id = $1", [to.id, next.user.id]);
  await givenHolder("部里人", part);
  await givenHolder("店里人", stores[0]);
  const removed = await givenRole(app, { name: "已删专项", ...custom(place(part, true)) });
  await remove(removed, "role");
  await givenRole(app, { name: "别处专项", ...custom(place(elsewhere, true)) });
  await givenRole(app, { name: "店专项", ...custom(place(stores[0], true)) });
  await app.rows("insert into parcel (org_id) values ($1), ($2), ($3), ($4)", [
    part.id,
    stores[0].id,
    from.id,
    elsewhere.id,
  ]);

  const { impact } = (await preview(admin, part, to)).data;

  const { sightChanges, customRoles, ...rest } = impact;
  assert.deepEqual(
    sightChanges.map(({ userName, post, gained, lost }) => `${userName} ${post} +${gained} -${lost}`).sort(),
    [
      "来树 移来处(岗) +0 -3",
      "去树 移去处(岗) +3 -0",
      "点来 移别处(岗) +0 -3",
      "点去 移别处(岗) +3 -0",
      "点店 移来处(岗) +0 -2",
      "点部单 移来处(岗) +0 -2",
      "按码 移来处(岗) +0 -3",
    ].sort(),
  );
  assert.deepEqual(rest, {
    fromPath: ["集团总部", "移片区", "移来处", "移部"],
    toPath: ["集团总部", "移片区", "移去处", "移部"],
    childCount: 2,
    storeCount: 2,
    peopleCount: 2,
    gainingPeople: 2,
    losingPeople: 5,
    upperLeader: { before: "来处头", after: "去处头" },
    work: [{ kind: "parcel.open", label: "待派包裹", count: 2 }],
    looseLeaders: [],
    merge: null,
  });
  assert.equal(customRoles.includes("已删专项") || customRoles.includes("别处专项"), false);
  assert.equal(customRoles.includes("店专项"), false, "only the moved one and its new parent are named");
  assert.equal(customRoles.length, 5);
});

test("AU-R41 a person who gains a single organisation counts", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [from, to] = [await unit(), await unit()];
  const part = await unit(from);
  await givenHolder("得一", to, tree);
  await givenHolder("失一", from, tree);
  const { impact } = (await preview(admin, part, to)).data;
  assert.deepEqual([impact.gainingPeople, impact.losingPeople, impact.work], [1, 1, []]);
});

test("AU-R15 a move that would show its operator more is refused, whatever kind of scope shows it", async () => {
  const { area, from, to, part } = await givenArea("越权");
  const elsewhere = await unit();
  const msgOf = async (organization: GivenOrganization, wishes: RoleWishes) => {
    const codes = ["authority:org:move", "authority:user:list"];
    const scopeOverrides = { "authority:org:move": "ALL" as const };
    const { user } = await givenHolder("操作员", organization, { permissionCodes: codes, scopeOverrides, ...wishes });
    const { msgCode } = await preview(await app.clientOf(user, [organization.id]), part, to);
    await app.rows("update membership set status = 'ENDED' where user_id = $1", [user.id]);
    return msgCode;
  };
  const gain = "ORG_OWN_GAIN";
  assert.equal(await msgOf(to, tree), gain);
  assert.equal(await msgOf(to, { dataScope: "ORG" }), "");
  assert.equal(await msgOf(area, tree), "");
  assert.equal(await msgOf(from, tree), "");
  assert.equal(await msgOf(to, { dataScope: "ALL" }), "");
  assert.equal(await msgOf(elsewhere, tree), "");
  assert.equal(await msgOf(elsewhere, custom(place(to, true))), gain);
  assert.equal(await msgOf(elsewhere, custom(place(to, false))), "");
  assert.equal(await msgOf(elsewhere, custom(place(to, true), place(from, true))), "");
  assert.equal(await msgOf(elsewhere, custom(place(to, true), place(from, false))), gain);
  assert.equal(await msgOf(elsewhere, custom(place(to, true), place(area, true))), "");
});

test("authority 3 a move fits down to the eighth level; what is deleted needs no room, no name, and moves along", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const parent = await unit();
  const part = await unit(parent, "DEPT", "能移部");
  const store = await unit(part, "STORE");
  await remove(await unit(await unit(store)));
  await app.rows("update organization set deleted_at = now() where parent_id = $1", [store.id]);
  let deep = await unit();
  while (deep.level < 6) deep = await unit(deep);
  await remove(await unit(deep, "DEPT", "能移部"));
  assert.deepEqual(whyNot(await preview(admin, part, deep)), ["", ""]);
  const deeper = await unit(deep);
  assert.deepEqual(whyNot(await preview(admin, part, deeper)), ["ORG_DEPTH", "组织层级不能超过8级"]);
  const shop = await unit(undefined, "STORE");
  assert.deepEqual(whyNot(await preview(admin, part, shop)), ["", ""]);
  const city = await unit(part, "CITY");
  assert.deepEqual(whyNot(await preview(admin, part, await unit(shop))), ["ORG_TYPE", "门店下不能再挂大区或城市"]);
  await remove(city);
  const done = await move(admin, part, shop, { impactToken: await tokenOf(admin, part, shop), reason: "归店" });
  assert.equal(done.data.status, "DONE");
  assert.notEqual(done.data.doneAt, null);
  assert.deepEqual(await brokenPlaces(app), []);
  const line = (await app.auditOf(part)).at(-1);
  assert.partialDeepStrictEqual(line, { actionName: "移动组织", reason: "归店" });
});

test("AU-R41 a plan lies at least a second ahead, and hinders no plan of another organisation", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [parent, to] = [await unit(), await unit()];
  const [part, other] = [await unit(parent), await unit(parent)];
  await app.holdTime(async () => {
    app.passTime(-app.now().getMilliseconds() / 1000);
    const at = (seconds: number) => wireTime(new Date(app.now().getTime() + seconds * 1000));
    const plan = async (one: GivenOrganization, plannedAt: string) =>
      (await move(admin, one, to, { impactToken: await tokenOf(admin, one, to), plannedAt })).msgCode;
    assert.equal(await plan(part, at(0)), "ORG_PLANNED_PAST");
    assert.equal(await plan(part, at(1)), "");
    assert.equal(await plan(other, at(1)), "");
    assert.equal(await plan(other, at(1)), "ORG_CHANGE_PENDING");
  });
});
