import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import {
  batchEnable,
  batchMove,
  deleteUser,
  editMembership,
  editUser,
  enableUser,
  endMembership,
} from "../../contract/index.ts";
import { givenMembership, givenOrganization, givenPosition, givenRole, givenUser, testApp } from "../testing.ts";
import { beginBatch, verdictsOf } from "../testing-batch.ts";

const app = testApp();
const actions = ["edit", "delete", "disable", "list", "view"].map((action) => `authority:user:${action}`);
const permissions = [...actions, "authority:grant:edit"];
const dayIn = (days: number) => dayOf(new Date(app.now().getTime() + days * 86_400_000));

/** Makes a delegated administrator of a city who may grant one role, and another role that exceeds those rights. */
async function givenCity() {
  const lent = await givenRole(app, { permissionCodes: ["authority:user:list"], dataScope: "ORG" });
  const above = await givenRole(app, { permissionCodes: ["authority:role:list"], dataScope: "ORG" });
  const organization = await givenOrganization(app, { type: "CITY" });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization });
  await app.rows(
    `update role set grantable_role_ids = $1 where id in (select g.role_id from role_grant g
       join membership m on m.id = g.membership_id where m.user_id = $2)`,
    [[lent.id], me.user.id],
  );
  return { me, organization, lent, above };
}

type City = Awaited<ReturnType<typeof givenCity>>;
type Post = Omit<Parameters<typeof givenMembership>[1], "user" | "organization">;

async function givenPost({ organization }: City, wishes: Post) {
  const user = await givenUser(app);
  const { id } = await givenMembership(app, { user, organization, isPrimary: true, ...wishes });
  return { user, id };
}

async function termOf(id: string) {
  const [row] = await app.rows<{ startDate: string; endDate: string | null; status: string; version: number }>(
    `select start_date::text as "startDate", end_date::text as "endDate", status, version from membership where id = $1`,
    [id],
  );
  assert.ok(row);
  return row;
}

const exceeds = /^GRANT_EXCEEDS 您不能授予超出自身权限的角色：/;
const told = ({ msgCode, msg }: { msgCode: string; msg: string }) => `${msgCode} ${msg}`;

test("AU-R16 a post that carries more than one could give is neither prolonged nor shortened nor ended", async () => {
  const city = await givenCity();
  const { id } = await givenPost(city, { roles: [city.above], endDate: dayIn(1) });
  const before = await termOf(id);
  const edit = async (endDate: string | null) => {
    const body = { startDate: before.startDate, endDate, isPrimary: true, version: before.version };
    return told(await city.me.call(editMembership, { params: { id }, body }));
  };
  assert.match(await edit(null), exceeds);
  assert.match(await edit(dayIn(0)), exceeds);
  const body = { nextPrimaryId: null, reason: "试", version: before.version };
  assert.match(told(await city.me.call(endMembership, { params: { id }, body })), exceeds);
  assert.deepEqual(await termOf(id), before);
  assert.equal(await edit(before.endDate), " ", "the same days change nobody's rights");
});

test("AU-R16 a post that is planned is not brought forward with roles that one could not give, nor put off", async () => {
  const city = await givenCity();
  const direct = { roles: [city.above], status: "FUTURE", isPrimary: false, startDate: dayIn(20) } as const;
  const positionName = "带高权限角色的职位";
  const positionId = await app.arrange((tx) => givenPosition(tx, positionName));
  await app.rows("update position set default_role_ids = $1 where id = $2", [[city.above.id], positionId]);
  for (const wishes of [direct, { ...direct, roles: [], positionName }]) {
    const { id } = await givenPost(city, wishes);
    const before = await termOf(id);
    for (const startDate of [dayIn(0), dayIn(40)]) {
      const body = { startDate, endDate: null, isPrimary: false, version: before.version };
      assert.match(told(await city.me.call(editMembership, { params: { id }, body })), exceeds);
    }
    assert.deepEqual(await termOf(id), before);
  }
});

test("AU-R16 what is within the own rights but not lent stays; what is lent may be ended, prolonged and moved", async () => {
  const city = await givenCity();
  const unlent = await givenRole(app);
  const kept = await givenPost(city, { roles: [unlent] });
  const body = { nextPrimaryId: null, reason: "试", version: 1 };
  const refused = await city.me.call(endMembership, { params: { id: kept.id }, body });
  assert.equal(told(refused), "ROLE_NOT_GRANTABLE 该角色不在您的可授予范围内");

  const free = await givenPost(city, { roles: [city.lent], endDate: dayIn(9) });
  const { startDate } = await termOf(free.id);
  const longer = { startDate, endDate: null, isPrimary: true, version: 1 };
  assert.equal((await city.me.call(editMembership, { params: { id: free.id }, body: longer })).msg, "");
  const end = { ...body, version: 2 };
  assert.equal((await city.me.call(endMembership, { params: { id: free.id }, body: end })).data.status, "ENDED");
});

test("AU-R16 a batch moves nobody out of a post whose roles one could not take", async () => {
  const city = await givenCity();
  const store = await givenOrganization(app, { parent: city.organization });
  const [high, low] = [await givenPost(city, { roles: [city.above] }), await givenPost(city, { roles: [city.lent] })];
  const ids = [high.user.id, low.user.id];
  const place = { ids, organizationId: store.id, positionId: null };
  const { plan, begun } = await beginBatch(city.me, batchMove, place, "调整");
  assert.match(verdictsOf(plan)[high.user.id] ?? "", /^您不能授予超出自身权限的角色：/);
  assert.equal(verdictsOf(plan)[low.user.id], null);
  const rows = await app.rows("select record_id as id from batch_row where task_id = $1 and state = 'PLANNED'", [
    begun.data.id,
  ]);
  assert.deepEqual(rows, [{ id: low.user.id }]);
  const alone = await beginBatch(city.me, batchMove, { ...place, ids: [high.user.id] }, "调整");
  assert.equal(alone.begun.msgCode, "PLAN_NONE_READY");
});

test("AU-R3 the validity of an account above the own is not changed, and it is neither enabled nor deleted", async () => {
  const city = await givenCity();
  const beyond = "USER_RIGHTS_BEYOND 无权操作权限高于自己的账号";
  const { user } = await givenPost(city, { roles: [city.above] });
  const params = { id: user.id };
  const typed = { userName: user.userName, staffNo: user.staffNo, email: null, remark: "备注", version: 1 };
  for (const validUntil of [dayIn(1), dayIn(400)]) {
    const answer = await city.me.call(editUser, { params, body: { ...typed, validUntil } });
    assert.equal(told(answer), beyond);
  }
  await app.rows("update app_user set status = 'DISABLED' where id = $1", [user.id]);
  const because = { reason: "试", version: 1 };
  assert.equal(told(await city.me.call(enableUser, { params, body: because })), beyond);
  const batch = await beginBatch(city.me, batchEnable, { ids: [user.id] });
  assert.deepEqual([batch.plan.reasons[0]?.reason, batch.begun.success], ["无权操作权限高于自己的账号", false]);
  await app.rows("update app_user set status = 'PENDING' where id = $1", [user.id]);
  assert.equal(told(await city.me.call(deleteUser, { params, query: { version: 1 } })), beyond);

  assert.equal(told(await city.me.call(editUser, { params, body: typed })), " ", "the rest of the form is free");
  const low = await givenPost(city, { roles: [city.lent] });
  const body = { ...typed, userName: low.user.userName, staffNo: low.user.staffNo, validUntil: dayIn(9) };
  assert.equal(told(await city.me.call(editUser, { params: { id: low.user.id }, body })), " ");
});
