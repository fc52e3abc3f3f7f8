import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import { userActs, userInfo } from "../../contract/index.ts";
import { givenMember, givenUser, testApp } from "../testing.ts";
import { runSchedule } from "../testing-schedules.ts";

const app = testApp();

/** Makes the account look as if it was last used that many days ago. */
async function idleFor(user: { id: string }, days: number): Promise<void> {
  const then = new Date(app.now().getTime() - days * 86_400_000);
  await app.rows("update app_user set created_at = $1, last_active_at = $1 where id = $2", [then, user.id]);
}
const statusOf = async (user: { id: string }) =>
  (await app.rows<{ status: string }>("select status from app_user where id = $1", [user.id]))[0]?.status;

test("AU-R9 after 60 days without use an account sleeps, its sessions end, and twice changes nothing", async () => {
  const [awake, asleep, service] = [
    await app.signIn(),
    await app.signIn(),
    await givenUser(app, { userType: "SERVICE" }),
  ];
  await idleFor(awake.user, 59);
  await idleFor(asleep.user, 60);
  await idleFor(service, 400);

  await runSchedule(app, "authority.dormantScan");
  await runSchedule(app, "authority.dormantScan");

  assert.deepEqual(
    [await statusOf(awake.user), await statusOf(asleep.user), await statusOf(service)],
    ["ACTIVE", "DORMANT", "ACTIVE"],
  );
  assert.equal((await asleep.call(userInfo, {})).msgCode, "SESSION_DORMANT");
  assert.equal((await app.login({ mobilePhone: asleep.user.mobilePhone })).msgCode, "ACCOUNT_DORMANT");
  const [row] = await app.rows<{ version: number }>("select version from app_user where id = $1", [asleep.user.id]);
  assert.equal(row?.version, 2);
});

test("AU-R9 whoever was woken lately stays awake", async () => {
  const user = await givenMember(app);
  await idleFor(user, 200);
  await app.rows("update app_user set reactivated_at = now() where id = $1", [user.id]);
  await runSchedule(app, "authority.dormantScan");
  assert.equal(await statusOf(user), "ACTIVE");
});

test("AU-R9 a dormant account that is disabled and enabled again needs a new password, and stays awake", async () => {
  const me = await app.signIn({ boolAdmin: true });
  const user = await givenMember(app);
  await idleFor(user, 90);
  await runSchedule(app, "authority.dormantScan");
  for (const act of [userActs.endpoints.disable, userActs.endpoints.enable]) {
    const [{ version } = { version: 0 }] = await app.rows<{ version: number }>(
      "select version from app_user where id = $1",
      [user.id],
    );
    assert.equal((await me.call(act, { params: { id: user.id }, body: { reason: "核对", version } })).msg, "");
  }
  await runSchedule(app, "authority.dormantScan");
  assert.equal(await statusOf(user), "ACTIVE");
  const chooses = await app.rows("select must_change_pwd as chooses from app_user where id = $1", [user.id]);
  assert.deepEqual(chooses, [{ chooses: true }]);
});

test("AU-R9 the last usable administrator never sleeps", async () => {
  await app.rows("update app_user set bool_admin = false where bool_admin");
  const [last, longer, initial] = [
    await givenUser(app, { boolAdmin: true }),
    await givenUser(app, { boolAdmin: true }),
    await givenUser(app, { boolAdmin: true, mustChangePwd: true }),
  ];
  await idleFor(last, 90);
  await idleFor(longer, 120);
  await idleFor(initial, 70);

  await runSchedule(app, "authority.dormantScan");

  assert.deepEqual(
    [await statusOf(last), await statusOf(longer), await statusOf(initial)],
    ["ACTIVE", "DORMANT", "DORMANT"],
  );
});

test("AU-R9 what never sleeps: machines, accounts that a module keeps, deleted and unused ones; of administrators the last usable", async () => {
  await app.rows("update app_user set bool_admin = false where bool_admin");
  const idle = async (columns: string, ...values: unknown[]) => {
    const user = await givenUser(app, { status: "ACTIVE" });
    const then = new Date(app.now().getTime() - 100 * 86_400_000);
    await app.rows("update app_user set created_at = $2, last_active_at = $2 where id = $1", [user.id, then]);
    await app.rows(`update app_user set ${columns} where id = $1`, [user.id, ...values]);
    return user;
  };
  const people = [
    await idle("version = 1"),
    await idle("source = 'STAFF', user_type = 'PARTNER', valid_until = '2099-01-01'"),
    await idle("source = 'STAFF', user_type = 'STORE'"),
    await idle("source = 'MANUAL', user_type = 'PARTNER', valid_until = '2099-01-01'"),
    await idle("user_type = 'SERVICE'"),
    await idle("status = 'PENDING'"),
    await idle("status = 'DISABLED'"),
    await idle("deleted_at = now()"),
    await idle("bool_admin = true, valid_until = $2", dayOf(new Date(app.now().getTime() - 86_400_000))),
    await idle("bool_admin = true, valid_until = $2, last_active_at = created_at - interval '1 day'", dayOf(app.now())),
    await idle("bool_admin = true, status = 'DISABLED'"),
    await idle("bool_admin = true, deleted_at = now()"),
  ];
  await runSchedule(app, "authority.dormantScan");
  const states = [];
  for (const user of people) states.push(await statusOf(user));
  assert.deepEqual(states, [
    "DORMANT",
    "ACTIVE",
    "DORMANT",
    "DORMANT",
    "ACTIVE",
    "PENDING",
    "DISABLED",
    "ACTIVE",
    "DORMANT",
    "ACTIVE",
    "DISABLED",
    "ACTIVE",
  ]);
});
