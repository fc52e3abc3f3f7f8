import assert from "node:assert/strict";
import { test } from "node:test";
import type { JobRun } from "@ops/platform/server";
import { offboardPreview, offboardUser } from "../../contract/index.ts";
import { givenMember, givenMembership, givenOrganization, givenRole, givenUser, testApp } from "../testing.ts";
import { resumeOffboardings } from "./job.ts";

const app = testApp();
const permissions = ["authority:user:offboard", "authority:user:view", "authority:user:list"];
const work: JobRun = { step: (act) => app.arrange(act) };

test("AU-R5 AU-R6 nobody off-boards himself, nor the last administrator, nor somebody twice", async () => {
  await app.rows("update app_user set bool_admin = false where bool_admin");
  const [admin, me] = [await app.signIn({ boolAdmin: true }), await app.signIn({ permissions })];
  const body = { successors: [], reason: "离职", version: 1 };
  const msgOf = async (by: typeof me, id: string) => (await by.call(offboardUser, { params: { id }, body })).msg;

  assert.equal(await msgOf(me, me.user.id), "不能操作自己的账号");
  assert.equal(await msgOf(me, admin.user.id), "无权操作管理员账号");
  const second = await givenUser(app, { boolAdmin: true });
  await app.rows("update app_user set status = 'DISABLED' where id = $1", [admin.user.id]);
  const third = await app.signIn({ boolAdmin: true });
  await app.rows("update app_user set must_change_pwd = true where id = $1", [third.user.id]);
  assert.equal(await msgOf(third, second.id), "系统至少保留一名可用的管理员");
  const left = await givenMember(app, { status: "LEFT" });
  assert.equal(await msgOf(me, left.id), "账号当前状态为【已离职】，不能执行【离职】");
});

test("AU-R6 two administrators who off-board each other at once leave one", async () => {
  await app.rows("update app_user set bool_admin = false where bool_admin");
  const [first, second] = [await app.signIn({ boolAdmin: true }), await app.signIn({ boolAdmin: true })];
  const offboard = (by: typeof first, { user }: typeof first) =>
    by.call(offboardUser, { params: { id: user.id }, body: { successors: [], reason: "互相", version: 1 } });

  await Promise.all([offboard(first, second), offboard(second, first)]);

  assert.equal((await app.rows("select id from app_user where bool_admin and status = 'ACTIVE'")).length, 1);
});

test("AU-R10 two who off-board the same person at once begin one job", async () => {
  const me = await app.signIn({ permissions });
  const { user } = await app.signIn();
  const body = { successors: [], reason: "离职", version: 1 };
  const answers = await Promise.all([1, 2, 3].map(() => me.call(offboardUser, { params: { id: user.id }, body })));
  assert.equal(answers.filter(({ success }) => success).length, 1);
  assert.equal((await app.rows("select id from offboarding where user_id = $1", [user.id])).length, 1);
});

test("AU-R10 one that stands still is taken up again when the queue has given up", async () => {
  const me = await app.signIn({ permissions });
  const { user } = await app.signIn();
  const body = { successors: [], reason: "离职", version: 1 };
  const { data } = await me.call(offboardUser, { params: { id: user.id }, body });
  const waiting = () => app.rows("select id from pgboss.job where singleton_key = $1 and state = 'created'", [data.id]);
  await app.rows("delete from pgboss.job where singleton_key = $1", [data.id]);

  await resumeOffboardings.run(work);
  assert.equal((await waiting()).length, 0); // the job may still be running
  app.passTime(6 * 60);
  await resumeOffboardings.run(work);
  await resumeOffboardings.run(work);
  assert.equal((await waiting()).length, 1);
});

test("AU-R16 a delegated administrator does not off-board somebody whose rights are above the own", async () => {
  const organization = await givenOrganization(app);
  const me = await app.signIn({ permissions, scope: "ORG", organization });
  const [user, role] = [await givenUser(app), await givenRole(app, { permissionCodes: ["clue:clue:list"] })];
  await givenMembership(app, { user, organization, roles: [role], isPrimary: true });
  const answer = await me.call(offboardPreview, { params: { id: user.id } });
  assert.deepEqual([answer.msgCode, answer.msg], ["USER_RIGHTS_BEYOND", "无权操作权限高于自己的账号"]);
});
