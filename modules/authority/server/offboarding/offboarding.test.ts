import assert from "node:assert/strict";
import { test } from "node:test";
import type { JobRun } from "@ops/platform/server";
import {
  getOffboarding,
  getUser,
  handOverLater,
  listMemberships,
  offboardPreview,
  offboardUser,
  userInfo,
} from "../../contract/index.ts";
import { type GivenUser, givenMember, givenMembership, givenOrganization, givenUser, testApp } from "../testing.ts";
import { offboardJob } from "./job.ts";
import { givenThings, HeldThings } from "./testing.ts";

const things = new HeldThings();
const app = testApp(things.module);
const permissions = ["authority:user:offboard", "authority:user:view", "authority:user:list"];

const work: JobRun = { step: (act) => app.arrange(act) };
const successors = (clues: string | null, groups: string | null = null, organizations: string | null = null) => [
  { kind: "thing.clues", successorId: clues },
  { kind: "thing.groups", successorId: groups },
  { kind: "authority.organizations", successorId: organizations },
];
const heldBy = async ({ id }: GivenUser) =>
  (await app.rows<{ count: number }>("select count(*)::int as count from held_thing where holder_id = $1", [id]))[0]
    ?.count;

/** Signs in somebody with a role, a session, three clues and two groups. */
async function leaver() {
  const client = await app.signIn();
  await givenThings(app, "thing.clues", { kind: "person", id: client.user.id }, 3);
  await givenThings(app, "thing.groups", { kind: "person", id: client.user.id }, 2);
  return client;
}

test("AU-R10 the preview counts what ends and what the person still holds in each module", async () => {
  const me = await app.signIn({ permissions });
  const { user } = await leaver();
  await app.rows("update role set owner_user_id = $1 where id = (select id from role order by id limit 1)", [user.id]);

  const { data } = await me.call(offboardPreview, { params: { id: user.id } });

  const counts = Object.fromEntries(data.ends.map(({ label, count }) => [label, count]));
  assert.partialDeepStrictEqual(counts, { 登录会话: 1, 任职: 1, 角色授权: 1, 副负责人职务: 0 });
  const held = Object.fromEntries(data.works.map(({ label, count, blocking }) => [label, [count, blocking]]));
  assert.deepEqual(held, { 待审批: [0, 0], 负责的组织: [0, 0], 负责的角色: [1, 0], 线索: [3, 0], 客户群: [2, 0] });
});

test("AU-R10 access ends with the call; the job ends posts and roles, hands over, and tells what was done", async () => {
  const me = await app.signIn({ permissions });
  const [leaving, taker] = [await leaver(), await givenMember(app, { userName: "接班人" })];
  const { user } = leaving;
  const params = { id: user.id };

  const begun = await me.call(offboardUser, {
    params,
    body: { successors: successors(taker.id), reason: "离职", version: 1 },
  });

  assert.equal(begun.data.status, "RUNNING");
  assert.equal((await leaving.call(userInfo, {})).msgCode, "SESSION_LEFT");
  assert.equal((await app.login({ mobilePhone: user.mobilePhone })).success, false);
  await offboardJob.run(work, { id: begun.data.id });

  const { data } = await me.call(getOffboarding, { params });
  assert.partialDeepStrictEqual(data, { status: "DONE", reason: "离职", createdByName: me.user.userName });
  const done = data?.steps.filter(({ count }) => count > 0);
  assert.deepEqual(
    done?.map(({ label, status, count, successorName }) => [label, status, count, successorName]),
    [
      ["登录会话", "DONE", 1, null],
      ["角色授权", "DONE", 1, null],
      ["任职", "DONE", 1, null],
      ["线索", "DONE", 3, "接班人"],
      ["客户群", "KEPT", 2, null],
    ],
  );
  assert.equal(
    data?.steps.some(({ status }) => status === "WAITING"),
    false,
  );
  assert.deepEqual([await heldBy(user), await heldBy(taker)], [2, 3]);
  assert.equal((await me.call(getUser, { params })).data.status, "LEFT");
  const [post] = (await me.call(listMemberships, { params })).data;
  assert.deepEqual([post?.status, post?.grants], ["ENDED", []]);
  const log = (await app.auditOf(user)).map(({ actionName, summary }) => [actionName, summary]);
  assert.deepEqual(log, [
    ["办理离职", null],
    ["离职处理完成", "登录会话1、角色授权1、任职1、线索3、客户群2（暂不转移）"],
  ]);
});

test("AU-R10 a worker that dies in the middle is followed by another; each hook runs once", async () => {
  const me = await app.signIn({ permissions });
  const [{ user }, taker] = [await leaver(), await givenMember(app)];
  const body = { successors: successors(taker.id, taker.id), reason: "离职", version: 1 };
  const { data } = await me.call(offboardUser, { params: { id: user.id }, body });
  things.handed.length = 0;
  things.before = (kind) => {
    if (kind === "thing.groups") throw new Error("the worker dies");
  };

  await assert.rejects(offboardJob.run(work, { id: data.id }), /the worker dies/);
  const middle = await me.call(getOffboarding, { params: { id: user.id } });
  assert.equal(middle.data?.status, "RUNNING");
  assert.equal(await heldBy(user), 2); // the clues were handed over, and the failed transaction left the groups

  things.before = () => undefined;
  await Promise.all([offboardJob.run(work, { id: data.id }), offboardJob.run(work, { id: data.id })]);
  await offboardJob.run(work, { id: data.id });

  assert.deepEqual(things.handed, ["thing.clues", "thing.groups"]);
  assert.deepEqual([await heldBy(user), await heldBy(taker)], [0, 5]);
  const moves = await app.rows("select distinct moves from held_thing where holder_id = $1", [taker.id]);
  assert.deepEqual(moves, [{ moves: 1 }]);
  assert.equal((await me.call(getOffboarding, { params: { id: user.id } })).data?.status, "DONE");
});

test("AU-R10 the sole leader of an organisation needs a follower in office there", async () => {
  const me = await app.signIn({ permissions });
  const organization = await givenOrganization(app);
  const [user, deputy, stranger] = [await givenUser(app), await givenUser(app), await givenMember(app)];
  for (const one of [user, deputy]) await givenMembership(app, { user: one, organization, isPrimary: true });
  await app.rows("update organization set leader_user_id = $2 where id = $1", [organization.id, user.id]);
  const offboard = (to: string | null) =>
    me.call(offboardUser, {
      params: { id: user.id },
      body: { successors: successors(null, null, to), reason: "离职", version: 1 },
    });

  const refused = await offboard(null);
  assert.deepEqual([refused.msgCode, refused.msg], ["LEADER_REQUIRED", "请先指定新的负责人"]);
  const unfit = await offboard(stranger.id);
  assert.deepEqual(
    [unfit.msgCode, unfit.msg],
    ["OFFBOARD_UNFIT", `${stranger.userName}未在「${organization.name}」或其上级组织任职，不能接任负责人`],
  );

  const { data } = await offboard(deputy.id);
  await offboardJob.run(work, { id: data.id });
  const [led] = await app.rows<{ leader: string }>("select leader_user_id as leader from organization where id = $1", [
    organization.id,
  ]);
  assert.equal(led?.leader, deputy.id);
});

test("AU-R10 whoever could lead none of several organisations learns which; what has to be said is asked for by its name", async () => {
  const me = await app.signIn({ permissions });
  const [user, stranger] = [await givenMember(app), await givenMember(app)];
  const names: string[] = [];
  for (let n = 0; n < 7; n++) {
    const { id, name } = await givenOrganization(app);
    await app.rows("update organization set leader_user_id = $2 where id = $1", [id, user.id]);
    names.push(`「${name}」`);
  }
  const params = { id: user.id };
  const body = { successors: successors(null, null, stranger.id), reason: "离职", version: 1 };
  const { msg } = await me.call(offboardUser, { params, body });
  assert.match(msg, /未在「.+」、「.+」、「.+」、「.+」、「.+」等7个组织或其上级组织任职，不能接任负责人$/);
  assert.equal(names.filter((name) => msg.includes(name)).length, 5);

  assert.equal((await me.call(offboardUser, { params, body: { ...body, reason: " " } })).msg, "请输入离职说明！");
  const later = { kind: "authority.organizations", successorId: stranger.id, reason: "" };
  assert.equal((await me.call(handOverLater, { params, body: later })).msg, "请输入移交说明！");
});

test("AU-R10 where a deputy stays, the organisation goes on without a new leader", async () => {
  const me = await app.signIn({ permissions });
  const organization = await givenOrganization(app);
  const [user, deputy] = [await givenMember(app), await givenMember(app)];
  await app.rows("update organization set leader_user_id = $2, deputy_user_ids = array[$3::uuid] where id = $1", [
    organization.id,
    user.id,
    deputy.id,
  ]);
  const body = { successors: [], reason: "离职", version: 1 };
  const { data } = await me.call(offboardUser, { params: { id: user.id }, body });
  await offboardJob.run(work, { id: data.id });
  assert.deepEqual(
    await app.rows("select leader_user_id as leader, deputy_user_ids as deputies from organization where id = $1", [
      organization.id,
    ]),
    [{ leader: null, deputies: [deputy.id] }],
  );
});

test("AU-R10 a follower is in service and in the operator's sight, and is somebody else", async () => {
  const city = await givenOrganization(app, { type: "CITY" });
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization: city });
  const [user, disabled, foreign] = [
    await givenUser(app),
    await givenUser(app, { status: "DISABLED" }),
    await givenMember(app),
  ];
  for (const one of [user, disabled]) await givenMembership(app, { user: one, organization: city, isPrimary: true });
  const offboard = (to: string) =>
    me.call(offboardUser, {
      params: { id: user.id },
      body: { successors: successors(to), reason: "离职", version: 1 },
    });

  assert.equal((await offboard(foreign.id)).msgCode, "COMMON_NOT_FOUND");
  assert.equal((await offboard(disabled.id)).msg, "接手人须为正常状态的在职用户：线索");
  assert.equal((await offboard(user.id)).msg, "接手人不能是离职人员本人");
  const unknown = await me.call(offboardUser, {
    params: { id: user.id },
    body: { successors: [{ kind: "none.none", successorId: null }], reason: "离职", version: 1 },
  });
  assert.equal(unknown.msg, "移交事项已变化，请重新打开离职页面");
  assert.equal(
    (await me.call(offboardUser, { params: { id: foreign.id }, body: { successors: [], reason: "离职", version: 1 } }))
      .msgCode,
    "COMMON_NOT_FOUND",
  );

  const begun = await offboard(me.user.id);
  assert.equal(begun.success, true);
  await offboardJob.run(work, { id: begun.data.id });
  // the leaver has no post left, but the person who ordered the off-boarding still sees its result
  assert.equal((await me.call(getOffboarding, { params: { id: user.id } })).data?.status, "DONE");
  assert.equal((await me.call(getUser, { params: { id: user.id } })).msgCode, "COMMON_NOT_FOUND");
  const stranger = await app.signIn({ permissions, scope: "ORG" });
  assert.equal((await stranger.call(getOffboarding, { params: { id: user.id } })).msgCode, "COMMON_NOT_FOUND");
});

test("AU-R10 a follower who left before the hand-over is told in the result; the records stay with their holder", async () => {
  const me = await app.signIn({ permissions });
  const [{ user }, taker] = [await leaver(), await givenMember(app)];
  const body = { successors: successors(taker.id), reason: "离职", version: 1 };
  const { data } = await me.call(offboardUser, { params: { id: user.id }, body });
  await app.rows("update app_user set status = 'DISABLED' where id = $1", [taker.id]);
  await offboardJob.run(work, { id: data.id });
  const result = await me.call(getOffboarding, { params: { id: user.id } });
  const line = result.data?.steps.find(({ kind }) => kind === "thing.clues");
  assert.partialDeepStrictEqual(line, { status: "FAILED", count: 3, message: "接手人须为正常状态的在职用户：线索" });
  assert.equal(await heldBy(user), 5);
});
