import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import {
  createUser,
  disableApiClient,
  editApiClient,
  editUser,
  listUsers,
  previewRole,
  userInfo,
} from "../../contract/index.ts";
import { AuthorityTestApp, givenMembership, givenOrganization, givenUser, testApp } from "../testing.ts";
import { type Bent, givenClient, type Keys, signatureOf, signedCall } from "./testing.ts";

const app = testApp();
const other = new AuthorityTestApp([]);
before(() => other.start(app));
after(() => other.stop());

const admin = () => app.signIn({ boolAdmin: true });
const seconds = () => Math.floor(app.now().getTime() / 1000);
const listAt = (node: AuthorityTestApp, keys: Keys, bent: Bent = {}) =>
  signedCall(node, keys, listUsers, { query: {} }, { timestamp: seconds(), ...bent });

const newcomer = {
  userName: "接口新人",
  mobilePhone: "13812340001",
  staffNo: null,
  userType: "INTERNAL",
  validUntil: null,
  gender: null,
  email: null,
  remark: null,
  memberships: [],
};

test("AU-R52 a signature from a clock that runs ahead is good once, up to the last second in which its time holds", async () => {
  const keys = await givenClient(app, await admin(), [listUsers]);
  const bent = { nonce: "nonce-ahead", timestamp: seconds() + 299 };
  assert.equal((await listAt(app, keys, bent)).status, 200);
  for (const passing of [130, 230, 230]) {
    app.passTime(passing);
    for (const node of [app, other]) {
      assert.partialDeepStrictEqual(await listAt(node, keys, bent), { status: 401, msgCode: "API_REPLAY" });
    }
  }
  app.passTime(20);
  assert.partialDeepStrictEqual(await listAt(app, keys, bent), { status: 401, msgCode: "API_EXPIRED" });
});

test("AU-R52 of one call sent to two nodes at the same moment exactly one is answered", async () => {
  const keys = await givenClient(app, await admin(), [listUsers]);
  for (let round = 0; round < 5; round++) {
    const bent = { nonce: `nonce-twice-${round}`, timestamp: seconds() };
    const answers = await Promise.all([app, other, app, other].map((node) => listAt(node, keys, bent)));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 401, 401, 401]);
  }
});

test("AU-R52 whatever was signed cannot be changed: method, path, query, body, time, nonce and key", async () => {
  const keys = await givenClient(app, await admin(), [listUsers, editUser, createUser]);
  const address = `${listUsers.path}?pageSize=5`;
  const signed = signatureOf(keys, { method: "GET", address, body: "", timestamp: seconds() });
  const sent = async (path: string, changes: Record<string, string>, method = "GET", body?: string) => {
    const type = body === undefined ? {} : { "content-type": "application/json" };
    const response = await fetch(app.origin + path, {
      method,
      headers: { ...signed, ...type, ...changes },
      ...(body === undefined ? {} : { body }),
    });
    return { status: response.status, ...(await response.json()) };
  };
  const refused = { status: 401, success: false, msgCode: "API_SIGNATURE", msg: "签名错误" };
  const later = String(seconds() + 1);
  const bends: [string, Record<string, string>, string?, string?][] = [
    [address, {}, "POST", JSON.stringify(newcomer)],
    [`${address}&keyword=1`, {}],
    [listUsers.path, {}],
    [`${listUsers.path}?pageSize=%35`, {}],
    [`${listUsers.path}/?pageSize=5`.replace("/?", "/x?").replace("/x?", "?x=1&"), {}],
    [address, { "x-timestamp": later }],
    [address, { "x-nonce": "another-nonce" }],
    [address, { "x-signature": `${signed["x-signature"].slice(0, 63)}g` }],
    [address, { "x-ak": "B".repeat(20) }],
  ];
  for (const [path, changes, method, body] of bends) {
    const about = `${method ?? "GET"} ${path} ${JSON.stringify(changes)}`;
    assert.partialDeepStrictEqual(await sent(path, changes, method, body), refused, about);
  }
  // headers that are not signed do not change what the call does
  const free = { "x-http-method-override": "DELETE", "x-forwarded-host": "evil.example", "content-type": "text/plain" };
  assert.partialDeepStrictEqual(await sent(address, free), { status: 200, success: true });
});

test("AU-R52 a session does not help a bad signature, and a signature opens nothing that belongs to a session", async () => {
  const operator = await admin();
  const keys = await givenClient(app, operator, [listUsers]);
  const withToken = { headers: { authorization: operator.token, applicationId: "1" } };
  const bad = await listAt(app, keys, { ...withToken, signature: "0".repeat(64) });
  assert.partialDeepStrictEqual(bad, { status: 401, msgCode: "API_SIGNATURE" });
  const own = await signedCall(app, keys, userInfo, {}, withToken);
  assert.partialDeepStrictEqual(own, { status: 403, msgCode: "API_NOT_GRANTED" });
});

test("AU-R52 a client that is disabled or loses an interface at one node is refused at the other with its next call", async () => {
  const operator = await admin();
  const keys = await givenClient(app, operator, [listUsers, editUser]);
  assert.equal((await listAt(other, keys)).status, 200);
  const { interfaceIds } = keys.body;
  const [, editId = ""] = interfaceIds;
  const body = { ...keys.body, interfaceIds: [editId], version: 1 };
  const narrowed = await operator.call(editApiClient, { params: { id: keys.id }, body });
  assert.equal(narrowed.msg, "");
  assert.partialDeepStrictEqual(await listAt(other, keys), { status: 403, msgCode: "API_NOT_GRANTED" });
  const off = { reason: "停用", version: narrowed.data.version };
  assert.equal((await operator.call(disableApiClient, { params: { id: keys.id }, body: off })).msg, "");
  assert.partialDeepStrictEqual(await listAt(other, keys), { status: 403, msgCode: "API_CLIENT_OFF" });
});

test("PF-R88 AU-R53 unknown codes and inherited names are refused over signed calls as everywhere else", async () => {
  const keys = await givenClient(app, await admin(), [createUser, previewRole]);
  const create = (body: object) => {
    const text = JSON.stringify(body);
    const signed = signatureOf(keys, { method: "POST", address: createUser.path, body: text, timestamp: seconds() });
    const headers = { ...signed, "content-type": "application/json" };
    return fetch(app.origin + createUser.path, { method: "POST", headers, body: text });
  };
  for (const userType of ["ALIEN", "internal", "__proto__", "constructor", "toString"]) {
    const answer = await (await create({ ...newcomer, userType })).json();
    assert.partialDeepStrictEqual(answer, { msgCode: "COMMON_PARAM", msg: "用户类型不在字典中" }, userType);
  }
  for (const name of ["constructor", "toString", "hasOwnProperty", "prototype"]) {
    const response = await create({ ...newcomer, [name]: "x" });
    assert.equal(response.status, 200, name);
    assert.partialDeepStrictEqual(await response.json(), { success: false, msgCode: "COMMON_PARAM" }, name);
  }
  const rows = await app.rows("select from app_user where mobile_phone = $1", [newcomer.mobilePhone]);
  assert.equal(rows.length, 0);
});

test("AU-R53 PF-R97 a client that reaches for foreign records is answered as if there were none, and it is logged", async () => {
  const keys = await givenClient(app, await admin(), [editUser]);
  const foreign = await givenUser(app);
  await givenMembership(app, { user: foreign, organization: await givenOrganization(app), isPrimary: true });
  const body = { userName: "夺", staffNo: null, email: null, remark: null, version: 1 };
  const hidden = await signedCall(
    other,
    keys,
    editUser,
    { params: { id: foreign.id }, body },
    { timestamp: seconds() },
  );
  assert.partialDeepStrictEqual(hidden, { status: 200, msgCode: "COMMON_NOT_FOUND" });
  await other.node.afterwards.settle();
  assert.partialDeepStrictEqual(await app.auditOf(foreign), [
    { summary: "越权尝试", result: "REFUSED", actorName: `接口账号·${keys.body.name}` },
  ]);
});
