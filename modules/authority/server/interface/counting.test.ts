import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, type Endpoint, wireTime } from "@ops/platform/contract";
import {
  getInterface,
  getInterfaceStatistics,
  listInterfaces,
  listPositions,
  listSessions,
  listUsers,
} from "../../contract/index.ts";
import { AuthorityTestApp, givenUser, type TestClient, testApp } from "../testing.ts";
import { runSchedule } from "../testing-schedules.ts";

const app = testApp();
const DAY_MS = 86_400_000;
const ago = (days: number, ms = 0) => new Date(app.now().getTime() - days * DAY_MS - ms);

async function idOf({ method, path }: Endpoint): Promise<string> {
  const [row] = await app.rows<{ id: string }>("select id from api_interface where method = $1 and path = $2", [
    method,
    path,
  ]);
  assert.ok(row);
  return row.id;
}

/** Clears all counts. */
async function forgetCounts(): Promise<void> {
  await app.authority.flushUsage();
  await app.rows("truncate interface_usage_daily, interface_caller_daily, permission_use");
}

interface Counted {
  readonly calls: number;
  readonly errors: number;
  readonly refusals: number;
  readonly callsByHour: number[];
  readonly errorsByHour: number[];
  readonly msBuckets: number[];
  readonly lastCalledAt: Date;
}

async function countsOf(endpoint: Endpoint): Promise<Counted | undefined> {
  await new Promise((resolve) => setTimeout(resolve, 50)); // calls are counted after the answer has left
  await app.authority.flushUsage();
  const sql = "select * from interface_usage_daily where interface_id = $1";
  return (await app.rows<Counted>(sql, [await idOf(endpoint)]))[0];
}

/** Makes a day with one call, at this time. */
const givenDay = (interfaceId: string, at: Date) =>
  app.rows(
    `insert into interface_usage_daily (interface_id, day, calls, errors, refusals, calls_by_hour, errors_by_hour,
     ms_buckets, last_called_at) values ($1, $2, 1, 0, 0, array_fill(0, array[24]), array_fill(0, array[24]), '{}', $3)`,
    [interfaceId, dayOf(at), at],
  );

const sum = (list: readonly number[] = []) => list.reduce((total, one) => total + one, 0);

test("AU-R47 calls, refusals and errors are told apart, by hour, with who called and when", () =>
  app.holdTime(async () => {
    const me = await app.signIn({ permissions: [listPositions.permission, listUsers.permission] });
    const stranger = await app.signIn();
    await forgetCounts();
    await me.call(listPositions, {});
    await stranger.call(listPositions, {});
    await app.rows("alter table position rename to position_away");
    assert.equal((await me.call(listPositions, {})).status, 500);
    await app.rows("alter table position_away rename to position");
    const id = await idOf(listPositions);
    await app.rows("update api_interface set rate_per_min = 1 where id = $1", [id]);
    await app.arrange((tx) => tx.invalidate("interfaces"));
    app.passTime(2);
    await app.call(listPositions, {}, { token: "none" });
    const limited = [await me.call(listPositions, {}), await me.call(listPositions, {})];
    assert.deepEqual(
      limited.map(({ status, msg }) => [status, msg]),
      [
        [200, ""],
        [429, "操作过于频繁，请稍后再试"],
      ],
    );
    await app.rows("update api_interface set rate_per_min = null where id = $1", [id]);
    app.passTime(2);

    const counted = await countsOf(listPositions);
    assert.ok(counted);
    const { calls, errors, refusals, callsByHour, errorsByHour, msBuckets, lastCalledAt } = counted;
    assert.deepEqual([errors, sum(callsByHour), sum(errorsByHour), sum(msBuckets)], [2, calls, 2, calls]);
    assert.deepEqual([callsByHour.length, errorsByHour.length, msBuckets.length], [24, 24, 22]);
    const hour = Number(wireTime(app.now()).slice(11, 13));
    assert.deepEqual([callsByHour[hour], errorsByHour[hour]], [calls, 2]);
    assert.deepEqual([calls - errors - refusals, lastCalledAt.getTime()], [2, ago(0).getTime() - 2_000]);
    const callers = await app.rows(
      "select user_id, day, calls, errors, overstepped from interface_caller_daily where interface_id = $1 order by calls",
      [id],
    );
    const day = dayOf(app.now());
    assert.deepEqual(callers, [
      { userId: stranger.user.id, day, calls: 1, errors: 0, overstepped: 1 },
      { userId: me.user.id, day, calls: 4, errors: 2, overstepped: 0 },
    ]);
    const used = await app.rows("select permission_code, last_used_at from permission_use where user_id = $1", [
      me.user.id,
    ]);
    assert.deepEqual(used, [{ permissionCode: listPositions.permission, lastUsedAt: lastCalledAt }]);
  }));

test("AU-R47 what a node counted is added to the day, also the one call of a minute; a node that stops writes it first", async () => {
  const me = await app.signIn({ permissions: [listSessions.permission] });
  await forgetCounts();
  for (let n = 1; n <= 3; n++) {
    await me.call(listSessions, {});
    const counted = await countsOf(listSessions);
    assert.deepEqual([counted?.calls, sum(counted?.callsByHour), sum(counted?.msBuckets)], [n, n, n]);
  }
  const other = new AuthorityTestApp([]);
  await other.start(app);
  await other.call(listSessions, {}, { token: me.token });
  await new Promise((resolve) => setTimeout(resolve, 50));
  await other.stop();
  assert.equal((await countsOf(listSessions))?.calls, 4);
});

test("AU-R47 while the database is away the counts of sixty minutes wait, and are written once", async () => {
  const me = await app.signIn({ permissions: [listSessions.permission] });
  await forgetCounts();
  await app.rows("alter table interface_usage_daily rename to usage_away");
  for (let n = 0; n < 62; n++) {
    await me.call(listSessions, {});
    await new Promise((resolve) => setTimeout(resolve, 5));
    await assert.rejects(app.authority.flushUsage());
  }
  await app.rows("alter table usage_away rename to interface_usage_daily");
  assert.equal((await countsOf(listSessions))?.calls, 60);
  assert.equal((await countsOf(listSessions))?.calls, 60);
});

test("AU-R48 counts are kept for 400 days, who called and what was used for 90, their last day included", () =>
  app.holdTime(async () => {
    const id = await idOf(listPositions);
    const user = await givenUser(app);
    await forgetCounts();
    for (const days of [400, 401]) await givenDay(id, ago(days));
    for (const days of [90, 91]) {
      await app.rows(
        `insert into interface_caller_daily (interface_id, day, user_id, calls, errors, overstepped, last_called_at)
         values ($1, $2, $3, 1, 0, 0, now())`,
        [id, dayOf(ago(days)), user.id],
      );
    }
    await app.rows("insert into permission_use values ('a:b:c', $1, $2), ('a:b:d', $1, $3)", [
      user.id,
      ago(90),
      ago(90, 1),
    ]);
    for (let n = 0; n < 2; n++) {
      await runSchedule(app, "authority.interfaceUsageCleanUp");
      assert.deepEqual(await app.rows("select day from interface_usage_daily where interface_id = $1", [id]), [
        { day: dayOf(ago(400)) },
      ]);
      assert.deepEqual(await app.rows("select day from interface_caller_daily where interface_id = $1", [id]), [
        { day: dayOf(ago(90)) },
      ]);
      assert.deepEqual(await app.rows("select permission_code from permission_use where user_id = $1", [user.id]), [
        { permissionCode: "a:b:c" },
      ]);
    }
  }));

test("AU-R48 idle is what is in service, known for 90 days and not called within them; the list and its line agree", () =>
  app.holdTime(async () => {
    const me = await app.signIn({ permissions: ["authority:interface:list"] });
    const id = await idOf(listPositions);
    await forgetCounts();
    const idleIn = async (client: TestClient, idle: "0" | "1") =>
      (await client.call(listInterfaces, { query: { idle, keyword: listPositions.path } })).data.list.some(
        (one) => one.id === id,
      );
    const told = async () => {
      const { isIdle } = (await me.call(getInterface, { params: { id } })).data;
      return [isIdle, await idleIn(me, "1"), await idleIn(me, "0")];
    };
    const seen = (at: Date) => app.rows("update api_interface set first_seen_at = $2 where id = $1", [id, at]);
    const called = async (at: Date) => {
      await app.rows("delete from interface_usage_daily where interface_id = $1", [id]);
      await givenDay(id, at);
    };
    await seen(ago(89));
    assert.deepEqual(await told(), [false, false, true]);
    await seen(ago(92));
    assert.deepEqual(await told(), [true, true, false]);
    await called(ago(89));
    assert.deepEqual(await told(), [false, false, true]);
    await called(ago(92));
    assert.deepEqual(await told(), [true, true, false]);
    await app.rows("update api_interface set status = 'REMOVED' where id = $1", [id]);
    assert.deepEqual(await told(), [false, false, true]);
    await app.rows("update api_interface set status = 'ENABLED', first_seen_at = now() where id = $1", [id]);
    const { data } = await me.call(getInterfaceStatistics, { params: { id } });
    assert.deepEqual([data.calls, data.p95Ms], [0, null]);
  }));
