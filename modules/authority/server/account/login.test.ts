import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { dayOf } from "@ops/platform/contract";
import { sql } from "kysely";
import { phoneLogin, userInfo } from "../../contract/index.ts";
import { passwordLoginEnabled } from "../params.ts";
import {
  CAPTCHA_ANSWER,
  encrypted,
  type GivenUser,
  givenMember,
  givenMembership,
  givenOrganization,
  givenUser,
  setParam,
  TEST_PASSWORD,
  testApp,
} from "../testing.ts";

const app = testApp();
const wrong = { password: "wrong-1" };

test("PF-R8 empty fields are refused with the texts of the page", async () => {
  const full = { mobilePhone: "13900000000", password: "x", verifyCode: "AAAA", codeId: "1" };
  const answerOf = async (body: typeof full) => (await app.call(phoneLogin, { body })).msg;

  assert.equal(await answerOf({ ...full, mobilePhone: " " }), "请输入手机号！");
  assert.equal(await answerOf({ ...full, password: "" }), "请输入密码！");
  assert.equal(await answerOf({ ...full, verifyCode: "" }), "请输入验证码！");
});

test("PF-R9 signs in with phone, encrypted password and code; the phone is trimmed", async () => {
  const user = await givenMember(app);

  const { data, success, status } = await app.login({ mobilePhone: ` ${user.mobilePhone} ` });

  assert.deepEqual([status, success, data.changePwdStatus], [200, true, false]);
  assert.match(data.accessToken, /^[\w-]{43}$/);
  const info = await app.call(userInfo, {}, { token: data.accessToken });
  assert.equal(info.data[0]?.userName, user.userName);
});

test("PF-R9 a sign-in leaves its traces: log row, audit row, account", async () => {
  const user = await givenMember(app, { status: "PENDING" });

  await app.login({ mobilePhone: user.mobilePhone }, { headers: { "user-agent": "Chrome/126 Windows NT 10.0" } });

  const [account] = await app.rows("select status, last_login_at, last_login_ip from app_user where id = $1", [
    user.id,
  ]);
  assert.partialDeepStrictEqual(account, { status: "ACTIVE", lastLoginIp: "127.0.0.1" });
  const log = await app.rows("select * from login_log where user_id = $1", [user.id]);
  const masked = user.mobilePhone.replace(/^(...)....(....)$/, "$1****$2");
  const traces = { identityMasked: masked, result: "SUCCESS", kind: "PASSWORD", device: "Chrome 126 / Windows 10" };
  assert.partialDeepStrictEqual(log, [{ ...traces, ipRegion: "本地" }]);
  assert.partialDeepStrictEqual(await app.auditOf(user), [
    {
      actionName: "手机号登录",
      summary: user.userName,
      diffs: [{ label: "账号状态", before: "待激活", after: "正常" }],
    },
  ]);
});

test("PF-R14 the current and the previous key are accepted, anything else is a wrong password", async () => {
  const user = await givenMember(app);
  const send = (password: string) => {
    const body = { mobilePhone: user.mobilePhone, password, verifyCode: CAPTCHA_ANSWER, codeId: app.codeId() };
    return app.call(phoneLogin, { body });
  };

  assert.equal((await send(encrypted(TEST_PASSWORD, 1))).success, true);
  for (const bad of ["not base64 !", "AAAA", "AAAAAAAAAAAAAAAAAAAAAA==", Buffer.alloc(64, 1).toString("base64")]) {
    const before = app.authority.context.hasher.computations;
    const answer = await send(bad);
    assert.match(answer.msg, /^手机号或密码错误/, bad);
    assert.equal(answer.status, 200);
    assert.equal(app.authority.context.hasher.computations - before, 1, "as much work as for a wrong password");
    assert.equal((await send(encrypted(TEST_PASSWORD))).success, true);
  }
});

test("PF-R15 passwords are stored as argon2id and upgraded at sign-in when the cost has risen", async () => {
  const user = await givenMember(app);
  const { hasher } = app.authority.context;
  const weaker = "$argon2id$v=19$m=16,t=1,p=1$";
  const old = await hashWithCost(16);
  assert.ok(old.startsWith(weaker));
  await app.rows("update app_user set password_hash = $2 where id = $1", [user.id, old]);
  const neighbour = await givenMember(app);
  const accountOf = ({ id }: { id: string }) => app.rows("select * from app_user where id = $1", [id]);
  const untouched = await accountOf(neighbour);

  assert.equal((await app.login({ mobilePhone: user.mobilePhone })).success, true);

  const [row] = await app.rows<{ passwordHash: string }>("select password_hash from app_user where id = $1", [user.id]);
  assert.match(row?.passwordHash ?? "", /^\$argon2id\$v=19\$m=32,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  assert.equal(hasher.isOutdated(row?.passwordHash ?? ""), false);
  assert.deepEqual(await accountOf(neighbour), untouched);
  assert.equal((await app.login({ mobilePhone: user.mobilePhone })).success, true);
});

async function hashWithCost(memoryKib: number): Promise<string> {
  const { PasswordHasher } = await import("./password-hash.ts");
  return new PasswordHasher({ memoryKib, passes: 1, lanes: 1 }).hash(TEST_PASSWORD);
}

test("PF-R22 an unknown phone and a wrong password get the same text for the same work", async () => {
  const user = await givenMember(app);
  const { hasher } = app.authority.context;
  const tried = async (mobilePhone: string) => {
    const before = hasher.computations;
    const { status, success, msg, msgCode, data } = await app.login({ mobilePhone, ...wrong });
    return { status, success, msg, msgCode, data, computations: hasher.computations - before };
  };

  const known = await tried(user.mobilePhone);
  const unknown = await tried("13900009998");

  assert.deepEqual(known, unknown);
  assert.deepEqual(
    [known.msg, known.msgCode, known.data, known.computations],
    ["手机号或密码错误", "BAD_CREDENTIAL", null, 1],
  );
});

test("PF-R25 the state of the account is told only after the right password", async () => {
  const cases = [
    { user: await givenMember(app, { status: "DISABLED" }), text: "账号已停用，请联系管理员", result: "DISABLED" },
    { user: await givenMember(app, { status: "LEFT" }), text: "账号已停用，请联系管理员", result: "LEFT" },
    {
      user: await givenMember(app, { status: "DORMANT" }),
      text: "账号长期未使用已休眠，请联系管理员激活",
      result: "DORMANT",
    },
    { user: await givenMember(app, { validUntil: "2025-01-01" }), text: "账号已过期，请联系管理员", result: "EXPIRED" },
    { user: await givenUser(app), text: "您没有可用的组织，请联系管理员", result: "NO_ORG" },
    { user: await givenMember(app, { userType: "SERVICE" }), text: "该账号不能登录控制台", result: "SERVICE" },
  ];
  for (const { user, text, result } of cases) {
    assert.equal((await app.login({ mobilePhone: user.mobilePhone, ...wrong })).msg, "手机号或密码错误");
    const { msg, success } = await app.login({ mobilePhone: user.mobilePhone });
    assert.deepEqual([msg, success], [text, false]);
    const log = await app.rows("select result from login_log where user_id = $1 order by occurred_at, id", [user.id]);
    assert.deepEqual(log, [{ result: "BAD_CREDENTIAL" }, { result }]);
    assert.deepEqual(await app.rows("select id from session where user_id = $1", [user.id]), []);
  }
});

test("PF-R25 a refusal after the right password is no failure: it never locks", async () => {
  const user = await givenMember(app, { status: "DISABLED" });
  await app.login({ mobilePhone: user.mobilePhone, ...wrong });

  for (let n = 0; n < 8; n++) {
    assert.equal((await app.login({ mobilePhone: user.mobilePhone })).msgCode, "ACCOUNT_DISABLED");
    assert.deepEqual(await failuresOf(user), [1], "the failure before it stays");
  }
  const fresh = await givenMember(app, { status: "DISABLED" });
  await app.login({ mobilePhone: fresh.mobilePhone });
  assert.deepEqual(await failuresOf(fresh), [0]);
});

/** How many failures are counted against the number of an account. */
async function failuresOf({ mobilePhone }: GivenUser): Promise<number[]> {
  const query = "select fail_count as count from login_guard where subject = $1";
  return (await app.rows<{ count: number }>(query, [mobilePhone])).map(({ count }) => count);
}

test("PF-R25 an account is good until the end of its last day", async () => {
  const dayOff = (days: number) => dayOf(new Date(app.now().getTime() + days * 86_400_000));
  const codes = [];
  for (const validUntil of [dayOff(-1), dayOff(0), dayOff(1)]) {
    codes.push((await app.login({ mobilePhone: (await givenMember(app, { validUntil })).mobilePhone })).msgCode);
  }
  assert.deepEqual(codes, ["ACCOUNT_EXPIRED", "", ""]);
});

test("PF-R25 an account that changes while somebody signs in admits nobody with what was right before", async () => {
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  for (const change of ["password_hash = 'x'", "deleted_at = now()"]) {
    const user = await givenMember(app);
    const begun = await app.arrange(async (tx) => {
      await sql`select from app_user where id = ${user.id} for update`.execute(tx.kysely);
      const answer = app.login({ mobilePhone: user.mobilePhone });
      while ((await app.node.database.writerPool.query(waiting)).rowCount !== 1) await setTimeout(20);
      await sql`update app_user set ${sql.raw(change)} where id = ${user.id}`.execute(tx.kysely);
      return { answer }; // the password was found right and waits for its turn
    });
    const { msgCode, msg } = await begun.answer;
    assert.deepEqual([msgCode, msg], ["BAD_CREDENTIAL", "手机号或密码错误"], change);
    const log = await app.rows("select kind, result from login_log where user_id = $1", [user.id]);
    assert.deepEqual(log, [{ kind: "PASSWORD", result: "BAD_CREDENTIAL" }]);
  }
});

test("platform 13 a sign-in that finds no room to compute is told so and counts as no failure", async () => {
  const user = await givenMember(app);
  const { hasher } = app.authority.context;
  const busy = { isOver: false };
  const compute = async () => {
    while (!busy.isOver) await hasher.hash("x");
  };
  const slots = Math.max(1, availableParallelism() - 1);
  const crowd = Array.from({ length: slots + 200 }, compute);
  const refused = await app.login({ mobilePhone: user.mobilePhone });
  busy.isOver = true;
  await Promise.all(crowd);

  assert.deepEqual([refused.status, refused.msg], [429, "系统繁忙，请稍后再试"]);
  assert.deepEqual(await failuresOf(user), [0]);
  assert.equal((await app.login({ mobilePhone: user.mobilePhone })).success, true);
});

test("PF-R63 people begin where they worked last, as long as they still work there, else at their first post", async () => {
  const user = await givenUser(app);
  const [first, last] = [await givenOrganization(app), await givenOrganization(app)];
  await givenMembership(app, { user, organization: first, isPrimary: true });
  const { id } = await givenMembership(app, { user, organization: last });
  const begin = async () => {
    await app.login({ mobilePhone: user.mobilePhone });
    const places = "select active_organization_ids as ids from session where user_id = $1 and status = 'ACTIVE'";
    return (await app.rows<{ ids: string[] }>(places, [user.id]))[0]?.ids.join();
  };
  const places = [await begin()];
  await app.rows("update app_user set last_organization_id = $2 where id = $1", [user.id, last.id]);
  places.push(await begin());
  await app.rows("update membership set status = 'ENDED', end_date = start_date where id = $1", [id]);
  places.push(await begin());
  assert.deepEqual(places, [first.id, last.id, first.id]);
});

test("the password sign-in can be closed for all but administrators, as PF-R54 will need it", async () => {
  const user = await givenMember(app);
  const admin = await givenUser(app, { boolAdmin: true });
  await setParam(app, passwordLoginEnabled, "off");

  const refused = await app.login({ mobilePhone: user.mobilePhone });
  const admitted = await app.login({ mobilePhone: admin.mobilePhone });
  await setParam(app, passwordLoginEnabled, "on");

  assert.deepEqual([refused.success, refused.msg], [false, "密码登录已关闭，请使用统一登录"]);
  assert.equal(admitted.success, true);
});

test("PF-R28 two sign-ins at the same time leave exactly one active session", async () => {
  const user = await givenMember(app);

  const answers = await Promise.all(Array.from({ length: 4 }, () => app.login({ mobilePhone: user.mobilePhone })));

  const active = await app.rows("select id from session where user_id = $1 and status = 'ACTIVE'", [user.id]);
  assert.equal(active.length, 1);
  assert.equal(answers.filter((answer) => answer.success).length, 4);
  const statuses = await Promise.all(
    answers.map(async ({ data }) => (await app.call(userInfo, {}, { token: data.accessToken })).status),
  );
  assert.deepEqual(statuses.sort(), [200, 401, 401, 401]);
});
