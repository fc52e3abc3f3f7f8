import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, startOfDay } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenMembership, givenOrganization, givenRole, givenUser, testApp, type UserWishes } from "../testing.ts";

const app = testApp();
const ago = (days: number) => new Date(app.now().getTime() - days * 86_400_000);

interface Past {
  readonly activeDaysAgo?: number;
  readonly madeDaysAgo?: number;
}

/** Somebody at work in the organisation, with this much of a past. */
async function employed(organization: { id: string }, wishes: UserWishes = {}, past: Past = {}) {
  const user = await givenUser(app, wishes);
  const { activeDaysAgo, madeDaysAgo = 100 } = past;
  await app.rows("update app_user set created_at = $2, last_active_at = $3 where id = $1", [
    user.id,
    ago(madeDaysAgo),
    activeDaysAgo === undefined ? null : ago(activeDaysAgo),
  ]);
  await givenMembership(app, { user, organization, isPrimary: true });
  return user;
}

test("AU-9 账号总数, 活跃, 休眠率, 初始密码未改 by their definitions, status and organisation type, inside the scope only", async () => {
  const home = await givenOrganization(app, { type: "STORE" });
  const city = await givenOrganization(app, { type: "CITY" });
  const client = await app.signIn({ permissions: ["authority:user:list"], scope: "ORG", organization: home });
  await app.rows("update app_user set last_active_at = $2 where id = $1", [client.user.id, ago(1)]);

  const twice = await employed(home, {}, { activeDaysAgo: 29 });
  await givenMembership(app, { user: twice, organization: city });
  await employed(home, {}, { activeDaysAgo: 31 });
  await employed(home, {}, { activeDaysAgo: 45 }); // in use, idle for 45 days and longer
  await employed(home, {}, { activeDaysAgo: 44 });
  await employed(home, {}, { activeDaysAgo: 60, madeDaysAgo: 10 });
  const back = await employed(home, {}, { activeDaysAgo: 60 });
  await app.rows("update app_user set reactivated_at = $2 where id = $1", [back.id, ago(1)]);
  const former = await employed(home, {}, { activeDaysAgo: 35, madeDaysAgo: 35 });
  await givenMembership(app, { user: former, organization: city, status: "ENDED" });
  await employed(home, { status: "DORMANT" }, { activeDaysAgo: 80 });
  await employed(home, { status: "DISABLED" }, { activeDaysAgo: 90 });
  await employed(home, { status: "LEFT" }, { activeDaysAgo: 2 });
  await employed(home, { status: "PENDING", mustChangePwd: true }, { madeDaysAgo: 4 });
  await employed(home, { status: "PENDING", mustChangePwd: true }, { madeDaysAgo: 2 });
  await employed(city, {}, { activeDaysAgo: 1 });
  const gone = await employed(home);
  await app.rows("update app_user set deleted_at = now() where id = $1", [gone.id]);

  const { data } = await client.call(contract.getAccountFigures, {});
  const { byStatus, byType, ...counts } = data;
  assert.deepEqual(counts, { total: 12, active: 2, idle: 2, awakeOrAsleep: 9, initialPassword: 1 });
  const behind = async (figure: contract.AccountFigure) =>
    (await client.call(contract.listUsers, { query: { figure } })).data.total;
  assert.deepEqual([await behind("PRESENT"), await behind("ACTIVE"), await behind("INITIAL_PASSWORD")], [12, 2, 1]);
  assert.deepEqual(byStatus, [
    { status: "ACTIVE", count: 8 },
    { status: "PENDING", count: 2 },
    { status: "DISABLED", count: 1 },
    { status: "DORMANT", count: 1 },
    { status: "LEFT", count: 1 },
  ]);
  assert.deepEqual(byType, [
    { type: "STORE", count: 13 },
    { type: "CITY", count: 1 },
  ]);
});

async function signedIn(userId: string | null, at: Date, result = "SUCCESS", kind = "PASSWORD") {
  await app.rows(
    `insert into login_log (id, occurred_at, identity_masked, user_id, kind, result, ip, ip_region, device, trace_id)
     values ($1, $2, '139****0000', $3, $4, $5, '10.0.0.1', '', '', '')`,
    [newId(), at, userId, kind, result],
  );
}

test("AU-9 logins and failures of 14 days and the heat map by weekday and hour, of the people in scope", async () => {
  const home = await givenOrganization(app);
  const [own, other] = [await employed(home), await employed(await givenOrganization(app))];
  const today = dayOf(app.now());
  const at = (day: string, hour: number) => new Date(startOfDay(day).getTime() + hour * 3_600_000);
  const first = dayOf(ago(13));
  await signedIn(own.id, at(first, 9));
  await signedIn(own.id, at(first, 9), "SUCCESS", "TICKET");
  await signedIn(own.id, at(first, 23), "BAD_CREDENTIAL");
  await signedIn(own.id, at(dayOf(ago(14)), 23)); // a day too old
  await signedIn(own.id, at(today, 0), "SUCCESS", "ORG_SWITCH"); // no sign-in
  await signedIn(own.id, at(today, 0), "LOGOUT");
  await signedIn(own.id, at(today, 0), "LOCKED");
  await signedIn(other.id, at(today, 0));
  await signedIn(null, at(today, 0), "BAD_CREDENTIAL");

  const ask = async (scope: "ALL" | "ORG") => {
    const client = await app.signIn({ permissions: ["authority:loginLog:list"], scope, organization: home });
    return (await client.call(contract.getSignInFigures, {})).data;
  };
  const { days, hours } = await ask("ORG");
  assert.equal(days.length, 14);
  assert.deepEqual(days[0], { day: first, logins: 2, failures: 1 });
  assert.deepEqual(days.at(-1), { day: today, logins: 0, failures: 1 });
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  assert.equal(hours[weekday]?.[9], 2);
  assert.equal(
    hours.flat().reduce((sum, count) => sum + count, 0),
    2,
  );
  assert.deepEqual((await ask("ALL")).days.at(-1), { day: today, logins: 1, failures: 2 });
});

test("AU-9 高风险授权, 无期限高风险 and the ranking of roles by risk", async () => {
  const home = await givenOrganization(app);
  const weigh = async (points: number) => {
    const role = await givenRole(app);
    await app.rows("update role set risk_points = $2 where id = $1", [role.id, points]);
    return role;
  };
  const [medium, high, critical, off] = [await weigh(39.5), await weigh(40), await weigh(9000), await weigh(9001)];
  const [a, b, c] = [await givenUser(app), await givenUser(app), await givenUser(app)];
  const until = ago(-30);
  await givenMembership(app, { user: a, organization: home, roles: [medium, high, off], isPrimary: true });
  await givenMembership(app, { user: b, organization: home, roles: [high, critical], validTo: until, isPrimary: true });
  const elsewhere = await givenOrganization(app);
  await givenMembership(app, { user: c, organization: elsewhere, roles: [critical], isPrimary: true });
  await app.rows("update role set status = 'DISABLED' where id = $1", [off.id]);

  const ask = async (scope: "ALL" | "ORG") => {
    const client = await app.signIn({ permissions: ["authority:role:list"], scope, organization: home });
    return (await client.call(contract.getRoleFigures, {})).data;
  };
  const own = await ask("ORG");
  assert.deepEqual([own.highGrants, own.endlessHighGrants], [3, 1]);
  assert.deepEqual(own.ranking, []); // made by nobody whom this viewer sees
  const all = await ask("ALL");
  assert.deepEqual([all.highGrants, all.endlessHighGrants], [4, 2]);
  assert.deepEqual(all.ranking[0], { name: critical.name, points: 9000, people: 2 });
  assert.deepEqual(all.ranking[1], { name: high.name, points: 40, people: 2 });
  const gone = await weigh(9002);
  await app.rows("update role set deleted_at = now() where id = $1", [gone.id]);
  await weigh(0);
  for (let n = 0; n < 11; n++) await weigh(8000 - n);
  const names = (await ask("ALL")).ranking.map(({ points }) => points);
  assert.deepEqual(names, [9000, ...Array.from({ length: 9 }, (_, n) => 8000 - n)]);
  await app.rows("update role set risk_points = 0 where risk_points > 100 or id = any($1)", [[high.id, medium.id]]);
  const [low] = [await weigh(1)];
  assert.ok((await ask("ALL")).ranking.every(({ points }) => points > 0));
  assert.ok((await ask("ALL")).ranking.some(({ name }) => name === low.name));
});

test("AU-9 越权拒绝: those of today, and who had most of them in 14 days", async () => {
  const home = await givenOrganization(app);
  const [own, other] = [await employed(home), await employed(await givenOrganization(app))];
  const [{ id: interfaceId } = { id: "" }] = await app.rows<{ id: string }>("select id from api_interface limit 1");
  const overstep = (userId: string, day: string, count: number) =>
    app.rows("insert into interface_caller_daily values ($1, $2, $3, 30, 0, $4, now())", [
      interfaceId,
      day,
      userId,
      count,
    ]);
  await overstep(own.id, dayOf(app.now()), 3);
  await overstep(own.id, dayOf(ago(13)), 4);
  await overstep(own.id, dayOf(ago(14)), 50);
  await overstep(other.id, dayOf(app.now()), 9);
  const client = await app.signIn({ permissions: ["authority:audit:list"], scope: "ORG", organization: home });
  const { data } = await client.call(contract.getOverstepFigures, {});
  const { days, ...rest } = data;
  assert.deepEqual(rest, { today: 3, people: [{ userName: own.userName, count: 7 }] });
  assert.equal(days.length, 14);
  assert.deepEqual(
    [days.at(-1), days.reduce((sum, { count }) => sum + count, 0)],
    [{ day: dayOf(app.now()), count: 3 }, 7],
  );
  await overstep((await employed(home)).id, dayOf(app.now()), 0);
  const more = [];
  for (let n = 1; n <= 11; n++) {
    const user = await employed(home);
    await overstep(user.id, dayOf(ago(1)), 20 + n);
    more.unshift({ userName: user.userName, count: 20 + n });
  }
  const equal = await employed(home);
  await overstep(equal.id, dayOf(ago(1)), 31);
  more.splice(1, 0, { userName: equal.userName, count: 31 });
  assert.deepEqual((await client.call(contract.getOverstepFigures, {})).data.people, more.slice(0, 10));
});
