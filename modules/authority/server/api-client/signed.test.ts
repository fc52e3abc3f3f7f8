import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  disableUser,
  editApiClient,
  editUser,
  listRoles,
  listUsers,
  phoneLogin,
  rotateApiClient,
  userInfo,
} from "../../contract/index.ts";
import {
  AuthorityTestApp,
  givenMembership,
  givenOrganization,
  givenUser,
  type TestClient,
  testApp,
} from "../testing.ts";
import { type Bent, givenClient, type Keys, logged, signedCall } from "./testing.ts";

const app = testApp();
const secondNode = new AuthorityTestApp([]);
before(() => secondNode.start(app));
after(() => secondNode.stop());
const list = (keys: Keys, bent?: Bent, query = {}) => signedCall(app, keys, listUsers, { query }, bent);
const admin = () => app.signIn({ boolAdmin: true });

test("AU-R52 a signed call is answered like any other, and a bare one is not", async () => {
  const keys = await givenClient(app, await admin(), [listUsers]);
  assert.match(keys.ak, /^[A-Za-z0-9]{20}$/);
  assert.match(keys.sk, /^[A-Za-z0-9]{40}$/);
  assert.partialDeepStrictEqual(await list(keys), { status: 200, success: true, data: { list: [] } });
  const bare = await fetch(`${app.origin}${listUsers.path}`, { headers: { "x-ak": keys.ak } });
  assert.equal(bare.status, 401);
});

test("AU-R52 the query is signed in sorted order, whatever order it is sent in", async () => {
  const keys = await givenClient(app, await admin(), [listUsers]);
  const query = { status: "ACTIVE", pageSize: 5, keyword: "员工 1" } as const;
  const address = `${listUsers.path}?pageSize=5&status=ACTIVE&keyword=${encodeURIComponent("员工 1").replace("%20", "+")}`;
  assert.equal((await list(keys, { address }, query)).status, 200);
  assert.partialDeepStrictEqual(await list(keys, { address: `${listUsers.path}?pageSize=6` }, { pageSize: 5 }), {
    status: 401,
    success: false,
    msg: "签名错误",
    msgCode: "API_SIGNATURE",
  });
});

test("AU-R52 a wrong key, an unknown AK, a changed path and a changed body are 签名错误", async () => {
  const keys = await givenClient(app, await admin(), [listUsers, listRoles, editUser]);
  const refused = { status: 401, msg: "签名错误" };
  const other = await givenClient(app, await admin(), [listUsers]);
  assert.partialDeepStrictEqual(await list({ ...keys, sk: other.sk }), refused);
  assert.partialDeepStrictEqual(await list({ ...keys, ak: "A".repeat(20) }), refused);
  assert.partialDeepStrictEqual(await list({ ...keys, ak: "'; --" }), refused);
  assert.partialDeepStrictEqual(await list(keys, { address: listRoles.path }), refused);
  assert.partialDeepStrictEqual(await list(keys, { signature: "0".repeat(64) }), refused);
  assert.partialDeepStrictEqual(await list(keys, { signature: "" }), refused);
  assert.partialDeepStrictEqual(await list(keys, { nonce: "short" }), refused);
  const body = { userName: "改名", staffNo: null, email: null, remark: null, version: 1 };
  const call = { params: { id: other.id }, body };
  const changed = JSON.stringify({ ...body, userName: "别人" });
  assert.partialDeepStrictEqual(await signedCall(app, keys, editUser, call, { body: changed }), refused);
});

test("AU-R52 a clock that is off by more than 300 s is 请求已过期; what is no call at all leaves no line", () =>
  app.holdTime(async () => {
    const keys = await givenClient(app, await admin(), [listUsers]);
    app.passTime(1 - (app.now().getTime() % 1000) / 1000); // signatures have whole seconds
    const now = app.now().getTime() / 1000;
    const refused = { status: 401, msg: "请求已过期", msgCode: "API_EXPIRED" };
    for (const timestamp of [now - 301, now + 301]) {
      assert.partialDeepStrictEqual(await list(keys, { timestamp }), refused);
    }
    for (const timestamp of [now - 300, now + 300]) {
      assert.partialDeepStrictEqual(await list(keys, { timestamp }), { status: 200 });
    }
    const malformed = { status: 401, msgCode: "API_SIGNATURE" };
    for (const bent of [{ timestamp: now * 1000 }, { signature: "0" }, { nonce: "short" }]) {
      assert.partialDeepStrictEqual(await list(keys, bent), malformed, JSON.stringify(bent));
    }
    await logged(app, keys.id, 4);
    const rows = await app.rows(
      `select status, msg_code as code, ms, key_no as key from api_client_call where client_id = $1 and status <> 200`,
      [keys.id],
    );
    assert.deepEqual(rows, Array(2).fill({ status: 401, code: "API_EXPIRED", ms: 0, key: null }));
    assert.equal((await app.rows("select from api_client_call where client_id = $1", [keys.id])).length, 4);
  }));

test("AU-R52 a nonce is free again after more than ten minutes", () =>
  app.holdTime(async () => {
    const keys = await givenClient(app, await admin(), [listUsers]);
    const statuses = [];
    for (const seconds of [0, 600, 0.001, 0]) {
      app.passTime(seconds);
      statuses.push((await list(keys, { nonce: "nonce-again" })).status);
    }
    assert.deepEqual(statuses, [200, 401, 200, 401]);
  }));

test("AU-R52 of calls with a wrong signature 60 lines a minute are kept for each client, of proven ones all", () =>
  app.holdTime(async () => {
    app.passTime(60 - (app.now().getTime() % 60_000) / 1000);
    const operator = await admin();
    const [keys, other] = [
      await givenClient(app, operator, [listUsers]),
      await givenClient(app, operator, [listUsers]),
    ];
    const forged = { signature: "0".repeat(64) };
    for (let n = 0; n < 61; n++) await list(keys, forged);
    await list(keys);
    await list(other, forged);
    await logged(app, keys.id, 61);
    await logged(app, other.id, 1);
    app.passTime(60);
    await list(keys, forged);
    await logged(app, keys.id, 62);
    const counts = await app.rows<{ count: number }>(
      `select count(*)::int from api_client_call where client_id = any($1) group by client_id, status order by 1`,
      [[keys.id, other.id]],
    );
    assert.deepEqual(
      counts.map(({ count }) => count),
      [1, 1, 61],
    );
  }));

test("AU-R52 the same nonce again is 重复请求, also when both arrive at once", async () => {
  const keys = await givenClient(app, await admin(), [listUsers]);
  assert.equal((await list(keys, { nonce: "nonce-0001" })).status, 200);
  const again = await list(keys, { nonce: "nonce-0001" });
  assert.partialDeepStrictEqual(again, { status: 401, msg: "重复请求", msgCode: "API_REPLAY" });
  const racing = await Promise.all([1, 2, 3, 4].map(() => list(keys, { nonce: "nonce-0002" })));
  assert.deepEqual(racing.map(({ status }) => status).sort(), [200, 401, 401, 401]);
  const other = await givenClient(app, await admin(), [listUsers]);
  assert.equal((await list(other, { nonce: "nonce-0001" })).status, 200);
});

test("AU-R52 nonce and rate hold over all nodes", async () => {
  const keys = await givenClient(app, await admin(), [listUsers], { ratePerMin: 2 });
  const at = (node: AuthorityTestApp, nonce: string) => signedCall(node, keys, listUsers, { query: {} }, { nonce });
  app.passTime(60 - (Math.floor(app.now().getTime() / 1000) % 60)); // moves to the start of a minute
  const bothClocks = Math.floor(app.now().getTime() / 1000);
  const bent = { nonce: "nonce-both", timestamp: bothClocks };
  assert.equal((await signedCall(app, keys, listUsers, { query: {} }, bent)).status, 200);
  assert.equal((await signedCall(secondNode, keys, listUsers, { query: {} }, bent)).msg, "重复请求");
  assert.equal((await at(app, "nonce-app1")).status, 200);
  const other = { nonce: "nonce-oth1", timestamp: bothClocks };
  assert.equal((await signedCall(secondNode, keys, listUsers, { query: {} }, other)).msg, "超出调用频率");
});

test("AU-R52 an address outside the allow list is IP不在白名单, IPv4 and IPv6", async () => {
  const ipAllow = ["10.2.0.0/16", "192.0.2.7", "2001:db8::/32"];
  const keys = await givenClient(app, await admin(), [listUsers], { ipAllow });
  for (const ip of ["10.2.3.4", "192.0.2.7", "2001:db8::5", "::ffff:10.2.9.9"]) {
    assert.equal((await list(keys, { ip })).status, 200, ip);
  }
  for (const ip of ["10.3.0.1", "192.0.2.8", "2001:db9::1"]) {
    assert.partialDeepStrictEqual(await list(keys, { ip }), { status: 403, msg: "IP不在白名单" });
  }
});

test("AU-R52 an interface that was not granted is 接口未授权, sign-in and personal ones never are", async () => {
  const keys = await givenClient(app, await admin(), [listUsers]);
  const refused = { status: 403, msg: "接口未授权", msgCode: "API_NOT_GRANTED" };
  assert.partialDeepStrictEqual(await signedCall(app, keys, listRoles, { query: {} }), refused);
  assert.partialDeepStrictEqual(await signedCall(app, keys, userInfo, {}), refused);
  const typed = { mobilePhone: "13900000000", password: "x", verifyCode: "x", codeId: "x" };
  assert.partialDeepStrictEqual(await signedCall(app, keys, phoneLogin, { body: typed }), refused);
});

test("AU-R52 more calls than ratePerMin are 超出调用频率, counted over all nodes", async () => {
  const keys = await givenClient(app, await admin(), [listUsers], { ratePerMin: 3 });
  app.passTime(60 - (Math.floor(app.now().getTime() / 1000) % 60)); // moves to the start of a minute
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => list(keys)));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 429, 429]);
  const refused = answers.find(({ status }) => status === 429);
  assert.partialDeepStrictEqual(refused, { msg: "超出调用频率", msgCode: "API_RATE" });
  app.passTime(60);
  assert.equal((await list(keys)).status, 200);
});

test("AU-R52 ratePerMin counts from one full minute to the next", async () => {
  const keys = await givenClient(app, await admin(), [listUsers], { ratePerMin: 1 });
  await app.holdTime(async () => {
    app.passTime(60 - (app.now().getTime() % 60_000) / 1000);
    const answers: number[] = [];
    for (const seconds of [0, 59.9, 0.1, 59.9, 0.1]) {
      app.passTime(seconds);
      answers.push((await list(keys)).status);
    }
    assert.deepEqual(answers, [200, 429, 200, 429, 200]);
  });
});

test("AU-R53 reads and changes what lies in the tree of its organisation, under its own name", async () => {
  const keys = await givenClient(app, await admin(), [listUsers, editUser]);
  const [inside, outside] = [await givenUser(app), await givenUser(app)];
  const child = await givenOrganization(app, { parent: await placeOf(keys.body.ownerOrgId) });
  await givenMembership(app, { user: inside, organization: child, isPrimary: true });
  await givenMembership(app, { user: outside, organization: await givenOrganization(app), isPrimary: true });
  const { data } = await list(keys);
  assert.deepEqual(
    data.list.map(({ id }: { id: string }) => id),
    [inside.id],
  );
  const body = { userName: "接口改名", staffNo: null, email: null, remark: null, version: 1 };
  const edited = await signedCall(app, keys, editUser, { params: { id: inside.id }, body });
  assert.partialDeepStrictEqual(edited, { status: 200, success: true, data: { userName: "接口改名" } });
  assert.equal((await app.auditOf(inside)).at(-1)?.actorName, `接口账号·${keys.body.name}`);
  const refused = await signedCall(app, keys, editUser, { params: { id: outside.id }, body });
  assert.partialDeepStrictEqual(refused, { status: 200, success: false, msgCode: "COMMON_NOT_FOUND" });
});

test("AU-R52 refused and answered calls stand in the call log, with the key that signed", async () => {
  const operator = await admin();
  const keys = await givenClient(app, operator, [listUsers], { ipAllow: ["10.9.0.0/16"] });
  await list(keys, { ip: "10.9.0.1" });
  await list(keys, { ip: "10.8.0.1" });
  await list({ ...keys, sk: "x".repeat(40) }, { ip: "10.9.0.1" });
  await logged(app, keys.id, 3);
  const rows = await app.rows<{ status: number; msgCode: string; keyNo: number | null }>(
    `select status, msg_code as "msgCode", key_no as "keyNo" from api_client_call where client_id = $1 order by occurred_at`,
    [keys.id],
  );
  assert.deepEqual(rows, [
    { status: 200, msgCode: "", keyNo: 1 },
    { status: 403, msgCode: "API_IP", keyNo: 1 },
    { status: 401, msgCode: "API_SIGNATURE", keyNo: null },
  ]);
});

async function placeOf(id: string) {
  const [row] = await app.rows<{ id: string; name: string; path: string; level: number }>(
    "select id, name, path, level from organization where id = $1",
    [id],
  );
  assert.ok(row);
  return row;
}

test("AU-R54 AU-R5 whoever got a key by rotation stays oneself after somebody else's edit, while that key holds", async () => {
  const keys = await givenClient(app, await admin(), [disableUser]);
  const organization = await placeOf(keys.body.ownerOrgId);
  const permissions = [rotateApiClient.permission, disableUser.permission, listUsers.permission];
  const rotators = [await app.signIn({ permissions, organization }), await app.signIn({ permissions, organization })];
  const versionOf = async () =>
    (await app.rows<{ version: number }>("select version from api_client where id = $1", [keys.id]))[0]?.version ?? 0;
  const rotate = async (by: TestClient | undefined, overlapHours: number) => {
    assert.ok(by);
    const body = { overlapHours, version: await versionOf() };
    const answer = await by.call(rotateApiClient, { params: { id: keys.id }, body });
    assert.equal(answer.msg, "");
    return answer.data;
  };
  const editedByAnother = async () =>
    (await admin()).call(editApiClient, {
      params: { id: keys.id },
      body: { ...keys.body, remark: `${await versionOf()}`, version: await versionOf() },
    });
  const [first, second] = rotators;
  const tried = async (sk: string, who: TestClient | undefined) => {
    const body = { reason: "自己", version: 999 };
    return (await signedCall(app, { ak: keys.ak, sk }, disableUser, { params: { id: who?.user.id ?? "" }, body })).msg;
  };

  const { sk: one } = await rotate(first, 0);
  assert.equal((await editedByAnother()).msg, "");
  assert.equal(await tried(one, first), "不能操作自己的账号");
  const { sk: two } = await rotate(second, 24);
  await editedByAnother();
  assert.equal(await tried(one, first), "不能操作自己的账号"); // the former key still works
  assert.equal(await tried(two, second), "不能操作自己的账号");
  const { sk: three } = await rotate(second, 0);
  await editedByAnother();
  assert.match(await tried(three, first), /已被/); // this person has no key left, so only the version is refused
});
