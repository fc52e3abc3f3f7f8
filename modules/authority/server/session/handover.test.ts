import assert from "node:assert/strict";
import { test } from "node:test";
import { headers, listNotices } from "@ops/platform/contract";
import { listSessions, userInfo } from "../../contract/index.ts";
import { type GivenUser, givenMember, testApp } from "../testing.ts";
import { runSchedule } from "../testing-schedules.ts";
import { openSession } from "./open.ts";

const app = testApp();

async function handoverFor(user: GivenUser) {
  const organizations = await app.rows<{ organizationId: string }>(
    "select organization_id from membership where user_id = $1",
    [user.id],
  );
  const organizationIds = organizations.map((row) => row.organizationId);
  return app.arrange((tx) =>
    openSession(tx, { userId: user.id, organizationIds, loginKind: "TRANSFER", restricted: false, pending: true }),
  );
}

const use = (token: string, ip = "127.0.0.1") => app.call(userInfo, {}, { token, headers: { "x-forwarded-for": ip } });

test("PF-R50 the first use of a handover value answers with a rotated token; the value itself is dead", async () => {
  const user = await givenMember(app);
  const { token } = await handoverFor(user);

  const first = await use(token);
  const rotated = first.headers.get(headers.rotatedToken) ?? "";

  assert.equal(first.data[0]?.userName, user.userName);
  assert.match(rotated, /^[\w-]{43}$/);
  assert.equal((await use(token)).status, 401);
  const again = await use(rotated);
  assert.deepEqual([again.status, again.headers.get(headers.rotatedToken)], [200, null]);
  const log = await app.rows("select kind, result from login_log where user_id = $1", [user.id]);
  assert.deepEqual(log, [{ kind: "TRANSFER", result: "SUCCESS" }]);
});

test("PF-R50 a handover value has to be used within 60 seconds", () =>
  app.holdTime(async () => {
    const user = await givenMember(app);
    const [inTime, { token, id }] = [await handoverFor(await givenMember(app)), await handoverFor(user)];
    app.passTime(59.999);
    assert.equal((await use(inTime.token)).status, 200);
    app.passTime(0.001);

    assert.deepEqual([(await use(token)).status, (await use(token)).msgCode], [401, "SESSION_UNUSED"]);
    await runSchedule(app, "authority.sessionSweeper");
    assert.partialDeepStrictEqual(await app.rows("select * from session where id = $1", [id]), [
      { endReason: "UNUSED" },
    ]);
  }));

test("PF-R50 of ten first uses at the same time one wins", async () => {
  const { token } = await handoverFor(await givenMember(app));
  const answers = await Promise.all(Array.from({ length: 10 }, () => use(token)));
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, ...Array(9).fill(401)]);
});

test("PF-R57 a transfer ends a running password session and the reverse", async () => {
  const user = await givenMember(app);
  const byPassword = (await app.login({ mobilePhone: user.mobilePhone })).data.accessToken;
  const { token } = await handoverFor(user);
  assert.equal((await use(byPassword)).status, 200, "an unused value signs nobody out");

  const rotated = (await use(token)).headers.get(headers.rotatedToken) ?? "";
  const replaced = await use(byPassword);
  assert.deepEqual([replaced.status, replaced.msgCode], [401, "SESSION_REPLACED"]);

  await app.login({ mobilePhone: user.mobilePhone });
  assert.deepEqual((await use(rotated)).msgCode, "SESSION_REPLACED");
});

test("PF-R56 the account is checked again when the value is used", async () => {
  const user = await givenMember(app);
  const { token } = await handoverFor(user);
  await app.rows("update app_user set status = 'DISABLED' where id = $1", [user.id]);

  assert.equal((await use(token)).status, 401);
});

test("PF-R59 a value seen again from another address is reported, from the same one only refused", async () => {
  const user = await givenMember(app);
  const watcher = await app.signIn({ permissions: [listSessions.permission] });
  const { token } = await handoverFor(user);
  await use(token, "10.0.0.1");

  assert.equal((await use(token, "10.0.0.1")).status, 401);
  assert.equal((await use(token, "10.0.0.2")).status, 401);

  const reports = await app.rows("select ip, detail from login_log where user_id = $1 and result <> 'SUCCESS'", [
    user.id,
  ]);
  assert.deepEqual(reports, [{ ip: "10.0.0.2", detail: "票据重复使用" }]);
  const { list } = (await watcher.call(listNotices, { query: {} })).data;
  assert.deepEqual(
    list.map(({ title }) => title),
    ["票据重复使用"],
  );
});
