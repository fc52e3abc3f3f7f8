import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { listUsers, rotateApiClient } from "../contract/index.ts";
import { authorityParams } from "./params.ts";
import { authoritySchedules } from "./schedules.ts";
import { ssoCleanUp } from "./sso/clean-up.ts";
import { givenClient, givenUser, testApp } from "./testing.ts";
import { runSchedule } from "./testing-schedules.ts";

const app = testApp();

test("platform 1 the parameters of sign-in and accounts: what each is at first, and the values that it takes", () => {
  const numbers = [
    ["captcha.perIpPerMinute", 300, 10, 100_000],
    ["captcha.validSeconds", 120, 30, 600],
    ["auth.ip.failures", 30, 5, 10_000],
    ["auth.ip.distinctNumbers", 10, 2, 1_000],
    ["auth.ip.minutes", 10, 1, 1_440],
    ["auth.lock.failures", 5, 3, 20],
    ["auth.lock.minutes", 15, 1, 1_440],
    ["auth.lock.maxMinutes", 60, 1, 1_440],
    ["auth.lock.forgetHours", 12, 1, 168],
    ["auth.session.idleMinutes", 120, 5, 1_440],
    ["auth.session.maxHours", 12, 1, 168],
    ["auth.session.max", 3, 2, 50],
    ["auth.password.maxAgeDays", 0, 0, 3_650],
    ["interface.idleDays", 90, 1, 400],
    ["interface.oversteps", 20, 1, 10_000],
    ["auth.dormantDays", 60, 7, 3_650],
  ] as const;
  for (const [key, initial, least, most] of numbers) {
    const param = authorityParams.find((one) => one.key === key);
    const taken = [least - 1, least, most, most + 1].map((value) => param?.parse(`${value}`) ?? null);
    assert.deepEqual([param?.initial, ...taken], [initial, null, least, most, null], key);
  }
  const others = authorityParams.filter(({ key }) => !numbers.some(([number]) => number === key));
  assert.deepEqual(
    others.map(({ key, initial, rule }) => [key, initial, rule]),
    [
      ["auth.ip.trusted", "", ""],
      ["auth.session.policy", "SINGLE", "SINGLE 或 MULTI"],
      ["auth.passwordLogin.enabled", "on", "on 或 off"],
      ["auth.org.unionMode", "off", "off 或 allowed"],
    ],
  );
});

test("authority 10 background work and when it is done", () => {
  const every = (everySeconds: number) => ({ everySeconds });
  const expected = {
    "authority.dayTurn": "0 0 * * *",
    "authority.grantExpiry": every(60),
    "authority.viewAsEnd": every(60),
    "authority.dormantScan": "30 2 * * *",
    "authority.reminders": "0 9 * * *",
    "authority.apiClientSweep": every(60),
    "authority.thirdTicketCleanUp": every(3_600),
    "authority.sessionSweeper": every(60),
    "authority.signInCleanUp": every(600),
    "authority.interfaceUsageCleanUp": "20 3 * * *",
    "authority.ssoCleanUp": every(600),
  };
  const known = [...authoritySchedules, ssoCleanUp];
  for (const [name, at] of Object.entries(expected)) {
    assert.deepEqual(known.find((one) => one.name === name)?.at, at, name);
  }
});

const ago = (seconds: number) => new Date(app.now().getTime() - seconds * 1000);
const dayAgo = (days: number) => dayOf(ago(days * 86_400));
const MINUTE = 60;
const DAY = 86_400;

/** The first column of a query, in its order. */
async function left(query: string, values: readonly unknown[] = []): Promise<unknown[]> {
  return (await app.rows<{ kept: unknown }>(query, values)).map(({ kept }) => kept);
}

test("authority 10 image codes go when they have run out, counters of failures after twice the time they count", () =>
  app.holdTime(async () => {
    const insertCode = "insert into captcha (code_id, used_at, expires_at, ip) values ($1, now(), $2, '')";
    await app.rows(insertCode, ["out", ago(0.001)]);
    await app.rows(insertCode, ["good", ago(0)]);
    for (const seconds of [24 * 3600 + 0.001, 24 * 3600]) {
      await app.rows(
        `insert into login_guard (subject_kind, subject, window_start, last_failed_at) values ('PHONE', $1, $2, $2)`,
        [`${seconds}`, ago(seconds)],
      );
    }
    await runSchedule(app, "authority.signInCleanUp");
    assert.deepEqual(await left("select code_id as kept from captcha"), ["good"]);
    assert.deepEqual(await left("select subject as kept from login_guard"), [`${24 * 3600}`]);
  }));

test("authority 10 calls of interfaces are counted for 400 days, their callers and the use of codes for 90, bodies for 7", () =>
  app.holdTime(async () => {
    const { user } = await app.signIn();
    const [{ id } = { id: "" }] = await app.rows<{ id: string }>("select id from api_interface limit 1");
    const zeros = Array.from({ length: 24 }, () => 0);
    for (const days of [401, 400, 91, 90, 8, 6]) {
      await app.rows(
        `insert into interface_usage_daily (interface_id, day, calls, errors, refusals, calls_by_hour, errors_by_hour,
         ms_buckets, last_called_at) values ($1, $2, 1, 0, 0, $3, $3, '{}', now())`,
        [id, dayAgo(days), zeros],
      );
      await app.rows(
        `insert into interface_caller_daily (interface_id, day, user_id, calls, errors, overstepped, last_called_at)
       values ($1, $2, $3, 1, 0, 0, now())`,
        [id, dayAgo(days), user.id],
      );
      await app.rows("insert into permission_use (permission_code, user_id, last_used_at) values ($1, $2, $3)", [
        `${days}`,
        user.id,
        ago(days * DAY),
      ]);
      await app.rows(
        `insert into interface_body_log (id, interface_id, occurred_at, trace_id, status, msg_code, ms, request)
       values ($1, $2, $3, $4, 200, '', 1, '')`,
        [newId(), id, ago(days * DAY), `${days}`],
      );
    }
    await runSchedule(app, "authority.interfaceUsageCleanUp");
    const days = [400, 91, 90, 8, 6].map(dayAgo);
    const of = [id];
    const usage = "select day::text as kept from interface_usage_daily where interface_id = $1 order by day";
    assert.deepEqual(await left(usage, of), days);
    const callers = "select day::text as kept from interface_caller_daily where interface_id = $1 order by day";
    assert.deepEqual(await left(callers, of), days.slice(2));
    const codes = "select permission_code as kept from permission_use where user_id = $1 order by last_used_at";
    assert.deepEqual(await left(codes, [user.id]), ["90", "8", "6"]);
    assert.deepEqual(await left("select trace_id as kept from interface_body_log"), ["6"]);
  }));

test("AU-R55 tickets for other systems are forgotten a day after they ran out", async () => {
  const { id: userId } = await givenUser(app);
  const systemId = newId();
  await app.rows(
    `insert into third_system (id, created_at, created_by, updated_at, updated_by, code, name, launch_kind,
       launch_url, status) values ($1, now(), $1, now(), $1, 'CLEAN', '清理', 'LINK', 'https://third.example.com', 'ENABLED')`,
    [systemId],
  );
  for (const seconds of [DAY + 1, DAY - MINUTE]) {
    await app.rows(
      `insert into third_ticket (id, ticket_hash, system_id, user_id, external_id, created_at, expires_at)
       values ($1, $2, $3, $4, $5, now(), $6)`,
      [newId(), Buffer.from(`${seconds}`), systemId, userId, `${seconds}`, ago(seconds)],
    );
  }
  await runSchedule(app, "authority.thirdTicketCleanUp");
  assert.deepEqual(await left("select external_id as kept from third_ticket"), [`${DAY - MINUTE}`]);
});

test("AU-R52 nonces are kept for 11 minutes, calls for 7 days; AU-R54 an old key goes when its overlap is over", () =>
  app.holdTime(async () => {
    const admin = await app.signIn({ boolAdmin: true });
    const client = await givenClient(app, admin, [listUsers]);
    const body = { overlapHours: 1, version: 1 };
    await admin.call(rotateApiClient, { params: { id: client.id }, body });
    for (const seconds of [11 * MINUTE + 0.001, 11 * MINUTE]) {
      await app.rows("insert into api_client_nonce (client_id, nonce, used_at) values ($1, $2, $3)", [
        client.id,
        `${seconds}`,
        ago(seconds),
      ]);
    }
    for (const seconds of [7 * DAY + 0.001, 7 * DAY]) {
      await app.rows(
        `insert into api_client_call (id, client_id, occurred_at, method, path, name, status, msg_code, ip, ms)
       values ($1, $2, $3, 'GET', $4, '', 200, '', '', 1)`,
        [newId(), client.id, ago(seconds), `${seconds}`],
      );
    }
    const oldKeys = () =>
      left("select previous_sk_cipher is not null as kept from api_client where id = $1", [client.id]);
    await runSchedule(app, "authority.apiClientSweep");
    assert.deepEqual(await left("select nonce as kept from api_client_nonce"), [`${11 * MINUTE}`]);
    assert.deepEqual(await left("select path as kept from api_client_call"), [`${7 * DAY}`]);
    assert.deepEqual(await oldKeys(), [true]);
    app.passTime(3_600);
    await runSchedule(app, "authority.apiClientSweep");
    assert.deepEqual(await oldKeys(), [true]);
    app.passTime(0.001);
    await runSchedule(app, "authority.apiClientSweep");
    assert.deepEqual(await oldKeys(), [false]);
  }));
