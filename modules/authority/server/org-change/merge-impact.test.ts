import assert from "node:assert/strict";
import { test } from "node:test";
import type { CustomOrganization } from "../database.ts";
import { merging, Parcels } from "../organization/testing.ts";
import {
  type GivenOrganization,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  testApp,
} from "../testing.ts";

const parcels = new Parcels();
const app = testApp(parcels.module);
const { preview, mergeAtOnce } = merging(app);
const permissionCodes = ["authority:user:list"];
const dept = (name: string, parent?: GivenOrganization) =>
  givenOrganization(app, { type: "DEPT", name, ...(parent ? { parent } : {}) });
const remove = ({ id }: { id: string }, table: "organization" | "role") =>
  app.rows(`update ${table} set deleted_at = now() where id = $1`, [id]);

type Scope = "ORG" | "ORG_TREE" | "ALL" | CustomOrganization[];

async function givenHolder(userName: string, organization: GivenOrganization, scope: Scope) {
  const custom = typeof scope === "string" ? { dataScope: scope } : { dataScope: "CUSTOM" as const, customOrgs: scope };
  const role = await givenRole(app, { name: `${userName}角色`, permissionCodes, ...custom });
  const user = await givenUser(app, { userName });
  await givenMembership(app, { user, organization, roles: [role], isPrimary: true, positionName: "专员" });
  return { user, role };
}

/** Makes two branches below one area: 甲部 with 甲一 and a store in it, and 乙部 with 乙一. */
async function givenBranches(name: string) {
  const area = await dept(`${name}片区`);
  const [left, right] = [await dept(`${name}左`, area), await dept(`${name}右`, area)];
  const [source, target] = [await dept(`${name}甲部`, left), await dept(`${name}乙部`, right)];
  const child = await dept(`${name}甲一`, source);
  const store = await givenOrganization(app, { parent: child, name: `${name}甲店` });
  await remove(await dept(`${name}已删`, source), "organization");
  const other = await dept(`${name}乙一`, target);
  return { area, left, right, source, target, child, store, other };
}

test("AU-R42 the preview tells who sees how many more or fewer organisations, by every kind of scope", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { area, left, right, source, target, child, other } = await givenBranches("视野");
  const elsewhere = await dept("视野别处");
  await givenHolder("源人", source, "ORG");
  await givenHolder("源树", source, "ORG_TREE");
  await givenHolder("目人", target, "ORG");
  await givenHolder("目树", target, "ORG_TREE");
  await givenHolder("左树", left, "ORG_TREE");
  await givenHolder("右树", right, "ORG_TREE");
  await givenHolder("右人", right, "ORG");
  await givenHolder("下人", child, "ORG_TREE");
  await givenHolder("旁人", other, "ORG_TREE");
  await givenHolder("片区树", area, "ORG_TREE");
  await givenHolder("全国", source, "ALL");
  await givenHolder("点源", elsewhere, [{ orgId: source.id, withChildren: false }]);
  await givenHolder("点目", elsewhere, [{ orgId: target.id, withChildren: true }]);
  await givenHolder("点别", elsewhere, [{ orgId: elsewhere.id, withChildren: true }]);
  const { role } = await givenHolder("已删角色人", elsewhere, [{ orgId: source.id, withChildren: true }]);
  await remove(role, "role");
  const both = (await givenHolder("两处", source, "ORG_TREE")).user;
  const tree = await givenRole(app, { permissionCodes, dataScope: "ORG_TREE" });
  await givenMembership(app, { user: both, organization: target, roles: [tree], positionName: "顾问" });
  const future = await givenUser(app);
  await givenMembership(app, { user: future, organization: source, status: "FUTURE", startDate: "2099-01-01" });
  await givenMembership(app, { user: await givenUser(app), organization: source, status: "ENDED" });

  const { impact } = (await preview(admin, source, target)).data;

  const { sightChanges, ...rest } = impact;
  assert.deepEqual(
    sightChanges.map(({ userName, post, gained, lost }) => `${userName} ${post} +${gained} -${lost}`).sort(),
    [
      "右树 视野右(专员) +3 -0",
      "左树 视野左(专员) +0 -3",
      "源人 视野甲部(专员) +1 -0",
      "源树 视野甲部(专员) +2 -0",
      "点源 视野别处(专员) +0 -1",
      "点目 视野别处(专员) +3 -0",
      "目人 视野乙部(专员) +1 -0",
      "目树 视野乙部(专员) +3 -0",
    ].sort(),
  );
  assert.deepEqual(rest, {
    fromPath: ["集团总部", "视野片区", "视野左", "视野甲部"],
    toPath: ["集团总部", "视野片区", "视野右", "视野乙部"],
    childCount: 2,
    storeCount: 1,
    peopleCount: 4,
    gainingPeople: 6,
    losingPeople: 2,
    customRoles: ["点源角色"],
    upperLeader: { before: null, after: null },
    looseLeaders: [],
    work: [],
    merge: { movedPosts: 5, doubledPosts: 0 },
  });
});

test("AU-R42 leaders inside who have no post at the target, above it or on the way are told, with the leaders of both", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { left, right, source, target, child } = await givenBranches("负责");
  const lead = async (organization: GivenOrganization, userName: string, post: GivenOrganization | null) => {
    const user = await givenUser(app, { userName });
    const status = post ? "EFFECTIVE" : "ENDED";
    await givenMembership(app, { user, organization: post ?? organization, status });
    await app.rows("update organization set leader_user_id = $2 where id = $1", [organization.id, user.id]);
  };
  const unit = (name: string, parent = source) => dept(`负责${name}`, parent);
  const [beside, above, inside] = [await unit("一"), await unit("二"), await unit("三")];
  const [gone, removed, under, sibling] = [
    await unit("四"),
    await unit("五"),
    await unit("六", child),
    await unit("七"),
  ];
  await lead(source, "源头", left); // the source itself ends, so its leader does not count
  await lead(target, "目标头", target);
  await lead(beside, "左边的人", left);
  await lead(above, "右边的人", right);
  await lead(inside, "自家的人", inside);
  await lead(gone, "离任的人", null);
  await lead(removed, "已删的人", left);
  await remove(removed, "organization");
  await lead(under, "上一级的人", child);
  await lead(sibling, "隔壁的人", inside);

  const { impact } = (await preview(admin, source, target)).data;

  assert.deepEqual(
    impact.looseLeaders.map(({ organizationName, leaderName }) => `${organizationName} ${leaderName}`).sort(),
    ["负责一 左边的人", "负责七 隔壁的人", "负责四 离任的人"].sort(),
  );
  assert.deepEqual(impact.upperLeader, { before: "源头", after: "目标头" });
});

test("AU-R42 business counts as in hand while it is open; only history makes a merge wait for its hand-over as well", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { source, target, child } = await givenBranches("业务");
  await app.rows("insert into parcel (org_id, is_past) values ($1, false), ($1, true), ($2, false), ($3, false)", [
    source.id,
    child.id,
    target.id,
  ]);
  const { impact } = (await preview(admin, source, target)).data;
  assert.deepEqual(impact.work, [{ kind: "parcel.open", label: "待派包裹", count: 1 }]);
  await app.rows("delete from parcel where org_id = $1 and not is_past", [source.id]);
  await app.rows("update parcel set full_up = true where org_id = $1", [target.id]);
  // nobody is asked to take over work where none is open
  const { data, msg } = await mergeAtOnce(admin, source, target);
  assert.equal(msg, "");
  assert.deepEqual([data.status, data.doneAt, data.impact?.work], ["RUNNING", null, []]);
  const waiting = "select 1 from pgboss.job where singleton_key = $1 and state = 'created'";
  assert.equal((await app.rows(waiting, [data.id])).length, 1);
});
