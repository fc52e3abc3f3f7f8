import assert from "node:assert/strict";
import { test } from "node:test";
import { dayOf, wireTime } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { getInterfaceStatistics, listInterfaces, listUsers } from "../../contract/index.ts";
import { givenClient, givenMember, type TestClient, testApp } from "../testing.ts";

const app = testApp();
const DAY_MS = 86_400_000;
const at = (daysAgo: number) => new Date(app.now().getTime() - daysAgo * DAY_MS);

/** An interface that no test of this file calls. */
async function quietInterface(client: TestClient): Promise<string> {
  const query = { keyword: "/user/v1/modify/password", method: "POST" } as const;
  const [found] = (await client.call(listInterfaces, { query })).data.list;
  assert.ok(found);
  return found.id;
}

async function givenDay(interfaceId: string, daysAgo: number, calls: number): Promise<void> {
  const hour = Number(wireTime(at(daysAgo)).slice(11, 13));
  const hours = Array.from({ length: 24 }, (_, index) => (index === hour ? calls : 0));
  const none = hours.map(() => 0);
  await app.rows(
    `insert into interface_usage_daily (interface_id, day, calls, errors, refusals, calls_by_hour, errors_by_hour,
       ms_buckets, last_called_at) values ($1, $2, $3, 1, 2, $4, $5, '{}', $6)`,
    [interfaceId, dayOf(at(daysAgo)), calls, hours, none, at(daysAgo)],
  );
}

async function givenCaller(interfaceId: string, userId: string, daysAgo: number, calls: number): Promise<void> {
  await app.rows(
    `insert into interface_caller_daily (interface_id, day, user_id, calls, errors, overstepped, last_called_at)
     values ($1, $2, $3, $4, 1, 0, $5)`,
    [interfaceId, dayOf(at(daysAgo)), userId, calls, at(daysAgo)],
  );
}

test("AU-R47 the figures are those of the last seven days and 48 hours", () =>
  app.holdTime(async () => {
    const admin = await app.signIn({ boolAdmin: true });
    const id = await quietInterface(admin);
    for (const [daysAgo, calls] of [
      [0, 1] as const,
      [1, 20] as const,
      [2, 300] as const,
      [6, 4_000] as const,
      [7, 50_000] as const,
    ]) {
      await givenDay(id, daysAgo, calls);
    }
    const { data } = await admin.call(getInterfaceStatistics, { params: { id } });
    assert.partialDeepStrictEqual(data, { calls: 4_321, errors: 4, refusals: 8 });
    const shown = data.hours.filter(({ calls }) => calls > 0).map(({ calls, errors }) => [calls, errors]);
    assert.deepEqual(shown, [
      [20, 0],
      [1, 0],
    ]);
    assert.equal(data.hours.at(-1)?.calls, 1);
  }));

test("AU-R47 who called most in the last seven days: people, programs and those who are gone, each by name", () =>
  app.holdTime(async () => {
    const admin = await app.signIn({ boolAdmin: true });
    const id = await quietInterface(admin);
    const [person, before] = [await givenMember(app), await givenMember(app)];
    const program = await givenClient(app, admin, [listUsers]);
    await givenCaller(id, person.id, 0, 5);
    await givenCaller(id, person.id, 6, 6);
    await givenCaller(id, program.id, 1, 7);
    await givenCaller(id, newId(), 1, 3);
    await givenCaller(id, before.id, 7, 99);
    const { data } = await admin.call(getInterfaceStatistics, { params: { id } });
    assert.deepEqual(
      data.callers.map(({ userName, calls, errors }) => [userName, calls, errors]),
      [
        [person.userName, 11, 2],
        [`接口账号·${program.body.name}`, 7, 1],
        ["已删除", 3, 1],
      ],
    );
    for (let n = 0; n < 20; n++) await givenCaller(id, newId(), 1, 100);
    const { callers } = (await admin.call(getInterfaceStatistics, { params: { id } })).data;
    assert.deepEqual([callers.length, new Set(callers.map(({ calls }) => calls)).size], [20, 1]);
  }));
