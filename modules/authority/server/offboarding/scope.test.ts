import assert from "node:assert/strict";
import { test } from "node:test";
import type { JobRun } from "@ops/platform/server";
import { getOffboarding, handOverLater, offboardPreview, offboardUser } from "../../contract/index.ts";
import {
  type GivenOrganization,
  type GivenUser,
  givenClient,
  givenMember,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  signedCall,
  testApp,
} from "../testing.ts";
import { offboardJob } from "./job.ts";

const app = testApp();
const permissions = ["authority:user:offboard", "authority:user:view", "authority:user:list"];
const work: JobRun = { step: (act) => app.arrange(act) };
const LED = "authority.organizations";
const OWNED = "authority.roles";
const BEYOND = "负责的组织有1项不在您的管理范围，请由有权限的管理员移交";

const lead = (organization: GivenOrganization, leader: GivenUser, deputies: readonly string[] = []) =>
  app.rows("update organization set leader_user_id = $2, deputy_user_ids = $3 where id = $1", [
    organization.id,
    leader.id,
    deputies,
  ]);
const leaderOf = async ({ id }: GivenOrganization) =>
  (
    await app.rows<{ leader: string | null }>("select leader_user_id as leader from organization where id = $1", [id])
  )[0]?.leader;
const ownerOf = async ({ id }: { id: string }) =>
  (await app.rows<{ owner: string | null }>("select owner_user_id as owner from role where id = $1", [id]))[0]?.owner;

/** Makes an operator of one city, and a leaver and a successor with posts in that city and in another one. */
async function twoCities() {
  const [own, foreign] = [
    await givenOrganization(app, { type: "CITY" }),
    await givenOrganization(app, { type: "CITY" }),
  ];
  const me = await app.signIn({ permissions, scope: "ORG_TREE", organization: own });
  const [leaver, taker, deputy] = [await givenUser(app), await givenUser(app), await givenMember(app)];
  for (const user of [leaver, taker]) {
    await givenMembership(app, { user, organization: own, isPrimary: true });
    await givenMembership(app, { user, organization: foreign });
  }
  const offboard = (successors: { kind: string; successorId: string | null }[]) =>
    me.call(offboardUser, { params: { id: leaver.id }, body: { successors, reason: "离职", version: 1 } });
  return { own, foreign, me, leaver, taker, deputy, offboard };
}

test("AU-R10 AU-R15 an organisation beyond the operator's scope is told beforehand and stays as an open item", async () => {
  const { own, foreign, me, leaver, taker, deputy, offboard } = await twoCities();
  await lead(own, leaver);
  await lead(foreign, leaver, [deputy.id]);

  const preview = await me.call(offboardPreview, { params: { id: leaver.id } });
  const led = preview.data.works.find(({ kind }) => kind === LED);
  assert.partialDeepStrictEqual(led, { count: 2, blocking: 1, beyond: 1, refusal: null });

  const { data } = await offboard([{ kind: LED, successorId: taker.id }]);
  await offboardJob.run(work, { id: data.id });

  assert.deepEqual([await leaderOf(own), await leaderOf(foreign)], [taker.id, leaver.id]);
  const result = await me.call(getOffboarding, { params: { id: leaver.id } });
  const line = result.data?.steps.find(({ kind }) => kind === LED);
  assert.partialDeepStrictEqual(line, { status: "FAILED", count: 1, open: 0, message: `已移交1项；${BEYOND}` });
  const again = await me.call(handOverLater, {
    params: { id: leaver.id },
    body: { kind: LED, successorId: taker.id, reason: "移交" },
  });
  assert.deepEqual([again.msgCode, again.msg], ["OFFBOARD_BEYOND", BEYOND]);
});

test("AU-R10 AU-R15 the sole leader of an organisation beyond the scope is off-boarded by somebody who reaches it", async () => {
  const { foreign, me, leaver, taker, offboard } = await twoCities();
  await lead(foreign, leaver);

  const preview = await me.call(offboardPreview, { params: { id: leaver.id } });
  assert.equal(preview.data.works.find(({ kind }) => kind === LED)?.refusal, BEYOND);
  for (const successorId of [taker.id, null]) {
    const refused = await offboard([{ kind: LED, successorId }]);
    assert.deepEqual([refused.msgCode, refused.msg], ["OFFBOARD_BEYOND", BEYOND]);
  }
  assert.equal(await leaderOf(foreign), leaver.id);
});

test("AU-R10 AU-R16 a role above the operator keeps its owner", async () => {
  const { me, leaver, taker, offboard } = await twoCities();
  const [high, low] = [await givenRole(app, { permissionCodes: ["authority:role:edit"] }), await givenRole(app)];
  await app.rows("update role set owner_user_id = $1 where id = any($2::uuid[])", [leaver.id, [high.id, low.id]]);
  // now it was made by somebody of the own city
  await app.rows("update role set created_by = $1 where id = $2", [taker.id, low.id]);

  const { data } = await offboard([{ kind: OWNED, successorId: taker.id }]);
  await offboardJob.run(work, { id: data.id });

  assert.deepEqual([await ownerOf(high), await ownerOf(low)], [leaver.id, taker.id]);
  const result = await me.call(getOffboarding, { params: { id: leaver.id } });
  assert.partialDeepStrictEqual(
    result.data?.steps.find(({ kind }) => kind === OWNED),
    { status: "FAILED", count: 1, message: "已移交1项；负责的角色有1项不在您的管理范围，请由有权限的管理员移交" },
  );
});

test("AU-R10 AU-R23 whoever lost the right before the job ran hands nothing over; what ends ends all the same", async () => {
  const { own, me, leaver, taker, offboard } = await twoCities();
  await lead(own, leaver);
  const { data } = await offboard([{ kind: LED, successorId: taker.id }]);
  await app.rows("update app_user set status = 'DISABLED' where id = $1", [me.user.id]);
  await offboardJob.run(work, { id: data.id });

  assert.equal(await leaderOf(own), leaver.id);
  const admin = await app.signIn({ boolAdmin: true });
  const result = await admin.call(getOffboarding, { params: { id: leaver.id } });
  const steps = Object.fromEntries(
    (result.data?.steps ?? []).map(({ kind, status, count }) => [kind, [status, count]]),
  );
  assert.partialDeepStrictEqual(steps, { [LED]: ["FAILED", 1], "authority.memberships": ["DONE", 2] });
});

test("AU-R10 what stayed is handed over later, once, by somebody who reaches it", async () => {
  const { foreign, leaver, taker, deputy, offboard } = await twoCities();
  await lead(foreign, leaver, [deputy.id]);
  const params = { id: leaver.id };
  const body = { kind: LED, successorId: taker.id, reason: "补办移交" };
  const admin = await app.signIn({ boolAdmin: true });
  const msgOf = async (change = {}) => (await admin.call(handOverLater, { params, body: { ...body, ...change } })).msg;

  assert.equal(await msgOf(), "没有离职办理记录");
  const { data } = await offboard([{ kind: LED, successorId: null }]);
  assert.equal(await msgOf(), "离职正在处理中，请稍后再试");
  await offboardJob.run(work, { id: data.id });
  assert.equal(await leaderOf(foreign), leaver.id); // out of the operator's scope, so the leader stays

  const open = await admin.call(getOffboarding, { params });
  assert.partialDeepStrictEqual(
    open.data?.steps.find(({ kind }) => kind === LED),
    { status: "KEPT", count: 1, open: 1 },
  );
  assert.equal(await msgOf({ successorId: leaver.id }), "接手人不能是离职人员本人");
  assert.equal(await msgOf({ kind: "none.none" }), "移交事项已变化，请重新打开离职页面");
  assert.equal(await msgOf({ kind: "authority.grants" }), "移交事项已变化，请重新打开离职页面");

  const [first, second] = await Promise.all([
    admin.call(handOverLater, { params, body }),
    admin.call(handOverLater, { params, body }),
  ]);
  assert.deepEqual([first.success, second.success].toSorted(), [false, true]);
  assert.equal(await leaderOf(foreign), taker.id);
  const done = await admin.call(getOffboarding, { params });
  assert.partialDeepStrictEqual(
    done.data?.steps.find(({ kind }) => kind === LED),
    { status: "DONE", count: 1, open: 0, successorName: taker.userName },
  );
});

test("AU-R10 the work of somebody who came back is not given away", async () => {
  const { own, leaver, taker, deputy, offboard } = await twoCities();
  await lead(own, leaver, [deputy.id]);
  const { data } = await offboard([{ kind: LED, successorId: null }]);
  await offboardJob.run(work, { id: data.id });
  await app.rows("update app_user set status = 'PENDING' where id = $1", [leaver.id]);
  const admin = await app.signIn({ boolAdmin: true });
  const body = { kind: LED, successorId: taker.id, reason: "补办移交" };
  const answer = await admin.call(handOverLater, { params: { id: leaver.id }, body });
  assert.equal(answer.msg, "该人员已复职，无需移交");
});

/** Gives the operator the same rights in another city. The session stays in the first city. */
async function alsoIn(organization: GivenOrganization, user: GivenUser): Promise<void> {
  const role = await givenRole(app, { permissionCodes: permissions, dataScope: "ORG_TREE" });
  await givenMembership(app, { user, organization, roles: [role] });
}

test("AU-R10 AU-R21 the job acts in the posts in which it was ordered, not in all posts of the orderer", async () => {
  const { own, foreign, me, leaver, taker, deputy, offboard } = await twoCities();
  await alsoIn(foreign, me.user);
  await lead(own, leaver);
  await lead(foreign, leaver, [deputy.id]);

  const { data } = await offboard([{ kind: LED, successorId: taker.id }]);
  await offboardJob.run(work, { id: data.id });

  assert.deepEqual([await leaderOf(own), await leaderOf(foreign)], [taker.id, leaver.id]);
  const result = await me.call(getOffboarding, { params: { id: leaver.id } });
  const line = result.data?.steps.find(({ kind }) => kind === LED);
  assert.partialDeepStrictEqual(line, { status: "FAILED", count: 1, message: `已移交1项；${BEYOND}` });
});

test("AU-R10 AU-R53 an off-boarding that an API client orders hands over what the client reaches", async () => {
  const { own, leaver, taker } = await twoCities();
  await lead(own, leaver);
  const admin = await app.signIn({ boolAdmin: true });
  const client = await givenClient(app, admin, [offboardUser], { ownerOrgId: own.id });
  const body = { successors: [{ kind: LED, successorId: taker.id }], reason: "离职", version: 1 };
  const { data, msg } = await signedCall(app, client, offboardUser, { params: { id: leaver.id }, body });
  assert.equal(msg, "");
  await offboardJob.run(work, { id: data.id });
  assert.equal(await leaderOf(own), taker.id);

  const { own: city, leaver: next, taker: follower } = await twoCities();
  await lead(city, next);
  await app.rows("update api_client set owner_org_id = $2 where id = $1", [client.id, city.id]);
  const again = { ...body, successors: [{ kind: LED, successorId: follower.id }] };
  const second = await signedCall(app, client, offboardUser, { params: { id: next.id }, body: again });
  await app.rows("update api_client set status = 'DISABLED' where id = $1", [client.id]);
  await offboardJob.run(work, { id: second.data.id });
  assert.equal(await leaderOf(city), next.id); // the client is disabled by now, so it hands nothing over
});
