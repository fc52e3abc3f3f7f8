import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import type { JobRun } from "@ops/platform/server";
import { getOffboarding, handOverLater, offboardPreview, offboardUser } from "../../contract/index.ts";
import {
  type GivenOrganization,
  type GivenUser,
  givenMember,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  type TestClient,
  testApp,
} from "../testing.ts";
import { raisesRights } from "../testing-waiting.ts";
import { offboardJob, resumeOffboardings } from "./job.ts";
import { givenThings, HeldThings } from "./testing.ts";

const things = new HeldThings();
const app = testApp(things.module);
const work: JobRun = { step: (act) => app.arrange(act) };
const dayIn = (days: number) => dayOf(new Date(app.now().getTime() + days * 86_400_000));
const [LED, OWNED] = ["authority.organizations", "authority.roles"];
const remove = (table: "organization" | "role" | "app_user", { id }: { id: string }) =>
  app.rows(`update ${table} set deleted_at = now() where id = $1`, [id]);
const lead = (organization: GivenOrganization, leader: GivenUser, ...deputies: GivenUser[]) =>
  app.rows("update organization set leader_user_id = $2, deputy_user_ids = $3 where id = $1", [
    organization.id,
    leader.id,
    deputies.map(({ id }) => id),
  ]);
const ledBy = async ({ id }: GivenOrganization) =>
  (
    await app.rows<{ leader: string | null; deputies: string[] }>(
      "select leader_user_id as leader, deputy_user_ids as deputies from organization where id = $1",
      [id],
    )
  )[0];
const offboard = (by: TestClient, { id }: GivenUser, successors: { kind: string; successorId: string | null }[] = []) =>
  by.call(offboardUser, { params: { id }, body: { successors, reason: "离职", version: 1 } });
async function offboarded(
  by: TestClient,
  user: GivenUser,
  successors: { kind: string; successorId: string | null }[] = [],
) {
  const { data, msg } = await offboard(by, user, successors);
  assert.equal(msg, "");
  await offboardJob.run(work, { id: data.id });
  return (await by.call(getOffboarding, { params: { id: user.id } })).data;
}

test("AU-R10 the preview counts what has not ended, and what is led, owned and held, each with what must or may not change hands", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [organization, elsewhere] = [await givenOrganization(app), await givenOrganization(app)];
  const [user, deputy, off, gone] = [
    await givenUser(app, { userName: "将离" }),
    await givenMember(app),
    await givenMember(app, { status: "DISABLED" }),
    await givenMember(app),
  ];
  await remove("app_user", gone);
  const [one, two] = [await givenRole(app), await givenRole(app)];
  const post = await givenMembership(app, { user, organization, roles: [one, two], isPrimary: true });
  await app.rows("update role_grant set status = 'REVOKED' where membership_id = $1 and role_id = $2", [
    post.id,
    two.id,
  ]);
  await givenMembership(app, { user, organization: elsewhere, status: "FUTURE", startDate: dayIn(9) });
  await givenMembership(app, { user, organization: elsewhere, status: "ENDED" });
  await app.clientOf(user, [organization.id]); // the next sign-in ends this session
  await app.clientOf(user, [organization.id]);
  const units = [];
  for (let n = 0; n < 7; n++) units.push(await givenOrganization(app));
  const [sole, shared, tired, removedDeputy, ownDeputy, deleted, foreign] = units;
  assert.ok(sole && shared && tired && removedDeputy && ownDeputy && deleted && foreign);
  await lead(sole, user);
  await lead(shared, user, deputy);
  await lead(tired, user, off);
  await lead(removedDeputy, user, gone);
  await lead(ownDeputy, user, user);
  await lead(deleted, user);
  await lead(foreign, deputy, user);
  await remove("organization", deleted);
  const [owned, dropped] = [await givenRole(app), await givenRole(app)];
  await app.rows("update role set owner_user_id = $2 where id = any($1)", [[owned.id, dropped.id], user.id]);
  await remove("role", dropped);
  await givenThings(app, "thing.groups", { kind: "person", id: user.id }, 2);
  await givenThings(app, "thing.clues", { kind: "person", id: deputy.id }, 2);

  const { data } = await admin.call(offboardPreview, { params: { id: user.id } });

  const ends = Object.fromEntries(data.ends.map(({ kind, label, count }) => [kind, `${label} ${count}`]));
  assert.deepEqual(ends, {
    "authority.sessions": "登录会话 1",
    "authority.grants": "角色授权 1",
    "authority.memberships": "任职 2",
    "authority.bindings": "第三方账号绑定 0",
    "authority.apiClients": "接口账号 0",
    "authority.deputies": "副负责人职务 2",
  });
  assert.deepEqual(
    data.works.map(({ label, count, blocking, beyond, refusal }) => [label, count, blocking, beyond, refusal]),
    [
      ["负责的组织", 5, 4, 0, null],
      ["负责的角色", 1, 0, 0, null],
      ["线索", 0, 0, 0, null],
      ["客户群", 2, 0, 0, null],
      ["待审批", 0, 0, 0, null],
    ],
  );
  assert.deepEqual([data.userId, data.userName, data.version], [user.id, "将离", 1]);
});

test("AU-R10 posts end today or on their first day, roles and deputies end, an organisation with an active deputy goes on", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [user, deputy, sleepy] = [
    await givenUser(app),
    await givenMember(app),
    await givenMember(app, { status: "DORMANT" }),
  ];
  const home = await givenOrganization(app);
  const role = await givenRole(app);
  await givenMembership(app, { user, organization: home, roles: [role], isPrimary: true });
  await givenMembership(app, {
    user,
    organization: home,
    positionName: "将来岗",
    status: "FUTURE",
    startDate: dayIn(9),
  });
  await givenMembership(app, {
    user,
    organization: home,
    positionName: "过去岗",
    status: "ENDED",
    endDate: dayIn(-20),
  });
  const [kept, other, sleeping] = [
    await givenOrganization(app),
    await givenOrganization(app),
    await givenOrganization(app),
  ];
  await lead(kept, user, user, deputy);
  await lead(other, deputy, sleepy, user);
  await lead(sleeping, deputy);
  await app.rows("update app_user set bool_admin = true where id = $1", [user.id]);
  let begun: Awaited<ReturnType<typeof offboard>> | undefined;
  const raised = await raisesRights(app, async () => {
    begun = await offboard(admin, user);
  });
  assert.deepEqual([raised, begun?.msg], [true, ""]);
  const waiting = begun?.data.steps.map(({ status }) => status);
  assert.deepEqual([waiting?.[0], ...new Set(waiting?.slice(1))], ["DONE", "WAITING"]);
  const id = begun?.data.id ?? "";
  assert.equal((await app.rows("select 1 from pgboss.job where singleton_key = $1", [id])).length, 1);
  assert.deepEqual(await app.rows("select status, bool_admin as admin from app_user where id = $1", [user.id]), [
    { status: "LEFT", admin: false },
  ]);

  await offboardJob.run(work, { id });

  const posts = await app.rows<{ text: string }>(
    `select concat_ws(' ', p.name, m.status, m.end_date, m.is_primary, m.version) as text from membership m
     join position p on p.id = m.position_id where m.user_id = $1 order by p.name collate "C"`,
    [user.id],
  );
  assert.deepEqual(
    posts.map(({ text }) => text),
    [`将来岗 ENDED ${dayIn(9)} f 2`, `店长 ENDED ${dayIn(0)} f 2`, `过去岗 ENDED ${dayIn(-20)} f 1`],
  );
  assert.deepEqual(
    await app.rows(
      "select 1 from role_grant g join membership m on m.id = g.membership_id where m.user_id = $1 and g.status = 'ACTIVE'",
      [user.id],
    ),
    [],
  );
  assert.deepEqual(await ledBy(kept), { leader: null, deputies: [deputy.id] });
  assert.deepEqual(await ledBy(other), { leader: deputy.id, deputies: [sleepy.id] });
  assert.deepEqual(await ledBy(sleeping), { leader: deputy.id, deputies: [] });
  const result = (await admin.call(getOffboarding, { params: { id: user.id } })).data;
  assert.notEqual(result?.finishedAt, null);
  assert.deepEqual(
    result?.steps
      .filter(({ count }) => count > 0)
      .map(({ label, status, count, open }) => `${label} ${status} ${count} ${open}`),
    ["角色授权 DONE 1 0", "任职 DONE 2 0", "负责的组织 KEPT 1 0", "副负责人职务 DONE 2 0"],
  );
  const log = (await app.auditOf(user)).map(({ actionName, summary, reason }) => [actionName, summary, reason]);
  assert.deepEqual(log, [
    ["办理离职", null, "离职"],
    ["离职处理完成", "角色授权1、任职2、负责的组织1（暂不转移）、副负责人职务2", "离职"],
  ]);
});

test("AU-R10 a successor becomes leader and is deputy no more; roles change hands with a version of their own", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [user, taker, other] = [await givenMember(app), await givenUser(app), await givenMember(app)];
  const home = await givenOrganization(app);
  await givenMembership(app, { user: taker, organization: home, isPrimary: true });
  await lead(home, user, taker, other);
  const gone = await givenOrganization(app);
  await lead(gone, user);
  await remove("organization", gone);
  const role = await givenRole(app);
  await app.rows("update role set owner_user_id = $2 where id = $1", [role.id, user.id]);
  const result = await offboarded(admin, user, [
    { kind: LED, successorId: taker.id },
    { kind: OWNED, successorId: taker.id },
  ]);
  assert.deepEqual(await ledBy(home), { leader: taker.id, deputies: [other.id] });
  assert.equal((await ledBy(gone))?.leader, user.id);
  const versions = await app.rows("select version, note from role_version where role_id = $1 order by version", [
    role.id,
  ]);
  assert.equal(versions.length, 2);
  assert.partialDeepStrictEqual(versions[1], { note: "负责人离职，移交" });
  assert.deepEqual(
    result?.steps
      .filter(({ successorName }) => successorName)
      .map(({ label, status, count }) => [label, status, count]),
    [
      ["负责的组织", "DONE", 1],
      ["负责的角色", "DONE", 1],
    ],
  );
});

test("AU-R10 five organisations that a successor could not lead are all named", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [user, stranger] = [await givenMember(app), await givenMember(app, { userName: "生人" })];
  const names = [];
  for (let n = 0; n < 5; n++) {
    const organization = await givenOrganization(app);
    await lead(organization, user);
    names.push(`「${organization.name}」`);
  }
  const { msg } = await offboard(admin, user, [{ kind: LED, successorId: stranger.id }]);
  assert.equal(msg, `生人未在${names.join("、")}或其上级组织任职，不能接任负责人`);
});

test("AU-R10 a line whose business is gone is told as not done; what is beyond the operator is told without a false success", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const user = await givenMember(app);
  const { data } = await offboard(admin, user);
  await app.rows("update offboarding_step set kind = 'thing.gone' where offboarding_id = $1 and kind = 'thing.clues'", [
    data.id,
  ]);
  await offboardJob.run(work, { id: data.id });
  const steps = (await admin.call(getOffboarding, { params: { id: user.id } })).data?.steps;
  assert.partialDeepStrictEqual(
    steps?.find(({ kind }) => kind === "thing.gone"),
    { status: "FAILED", count: 0, message: "该业务已下线", open: 0 },
  );
  const body = { kind: "thing.gone", successorId: admin.user.id, reason: "补办" };
  const later = await admin.call(handOverLater, { params: { id: user.id }, body });
  assert.equal(later.msg, "移交事项已变化，请重新打开离职页面");

  const [home, far] = [await givenOrganization(app), await givenOrganization(app)];
  const permissions = ["authority:user:offboard", "authority:user:view", "authority:user:list"];
  const local = await app.signIn({ permissions, scope: "ORG", organization: home });
  const [leaver, taker] = [await givenUser(app), await givenUser(app)];
  for (const one of [leaver, taker]) await givenMembership(app, { user: one, organization: home, isPrimary: true });
  await lead(far, leaver, await givenMember(app));
  const told = await offboarded(local, leaver, [{ kind: LED, successorId: taker.id }]);
  assert.partialDeepStrictEqual(
    told?.steps.find(({ kind }) => kind === LED),
    { status: "FAILED", count: 1, message: "负责的组织有1项不在您的管理范围，请由有权限的管理员移交" },
  );
  const summary = (await app.auditOf(leaver)).at(-1)?.summary;
  assert.equal(summary, "任职1、负责的组织1（未完成）");
});

test("AU-R10 what stays is handed over later with its reason in the log, of the latest leaving; nothing left is told", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [user, taker] = [await givenMember(app), await givenMember(app, { userName: "后继" })];
  await givenThings(app, "thing.clues", { kind: "person", id: user.id }, 1);
  await offboarded(admin, user);
  await app.rows("update app_user set status = 'ACTIVE', version = 1 where id = $1", [user.id]);
  app.passTime(1);
  const latest = await offboarded(admin, user);
  const shown = latest?.steps.find(({ kind }) => kind === "thing.clues");
  assert.partialDeepStrictEqual(shown, { status: "KEPT", count: 1, open: 1 });
  const body = { kind: "thing.clues", successorId: taker.id, reason: "补办移交" };
  const later = (change: object = {}) =>
    admin.call(handOverLater, { params: { id: user.id }, body: { ...body, ...change } });
  assert.equal(
    (await later({ kind: "thing.groups" })).msg,
    "移交事项已变化，请重新打开离职页面",
    "nothing is left of it",
  );
  const { data, msg } = await later();
  assert.equal(msg, "");
  assert.equal(data.id, latest?.id);
  assert.partialDeepStrictEqual(
    data.steps.find(({ kind }) => kind === "thing.clues"),
    { status: "DONE", count: 1, open: 0, successorName: "后继" },
  );
  const untouched = await app.rows<{ status: string }>(
    "select status from offboarding_step where offboarding_id <> $1 and kind = 'thing.clues' and status = 'KEPT' and count = 1",
    [data.id],
  );
  assert.equal(untouched.length, 1);
  assert.partialDeepStrictEqual((await app.auditOf(user)).at(-1), {
    actionName: "移交离职人员工作",
    reason: "补办移交",
  });
  await app.rows("update app_user set status = 'PENDING' where id = $1", [user.id]);
  const back = (await admin.call(getOffboarding, { params: { id: user.id } })).data;
  assert.ok(back?.steps.every(({ open }) => open === 0));
  const never = await givenMember(app);
  assert.equal((await admin.call(getOffboarding, { params: { id: never.id } })).data, null);
});

test("AU-R10 a job that stands still for five minutes is taken up again, not one that goes on or is done", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const [still, moving, done] = [await givenMember(app), await givenMember(app), await givenMember(app)];
  await offboarded(admin, done);
  const ids = [(await offboard(admin, still)).data.id, (await offboard(admin, moving)).data.id];
  await app.rows("delete from pgboss.job");
  const waiting = async () =>
    (await app.rows<{ key: string }>("select singleton_key as key from pgboss.job where state = 'created'")).map(
      ({ key }) => key,
    );
  app.passTime(298);
  await resumeOffboardings.run(work);
  assert.deepEqual(await waiting(), []);
  app.passTime(7);
  await app.rows("update offboarding_step set done_at = $2 where offboarding_id = $1 and kind = 'authority.grants'", [
    ids[1],
    app.now(),
  ]);
  await resumeOffboardings.run(work);
  assert.deepEqual(await waiting(), [ids[0]]);
});
