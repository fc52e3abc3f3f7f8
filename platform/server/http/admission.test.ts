import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, test } from "node:test";
import { setImmediate } from "node:timers/promises";
import { type Endpoint, endpoint, headers, idParams } from "@ops/platform/contract";
import { z } from "zod";
import { type Actor, systemActor } from "../actor.ts";
import { type AnsweredCall, defineModule } from "../module.ts";
import { newId } from "../secret/crypto.ts";
import { ProbeApp } from "../start/probe.ts";
import { declareTestApp } from "../testing.ts";
import { type SignedCall, SignedRefused } from "./check/signed.ts";
import { downloads, reads, writes } from "./route.ts";

const answer = z.object({ by: z.string() });
const body = z.object({ note: z.string().optional() });
const look = endpoint({ method: "GET", path: "/door/v1/look", title: "看", permission: "door:thing:list", answer });
const lookAt = endpoint({ ...look, path: "/door/v1/look/{id}", title: "看一个", params: idParams });
const lookOwn = endpoint({ ...look, path: "/door/v1/own", title: "看自己", permission: "session" });
const lookOpen = endpoint({ ...look, path: "/door/v1/open", title: "看公开", permission: "public" });
const lookFresh = endpoint({ ...lookOwn, path: "/door/v1/fresh", title: "初始可看", whileRestricted: true });
const lookExport = endpoint({ ...look, path: "/door/v1/export", title: "看导出", permission: "door:thing:export" });
const lookSecret = endpoint({ ...look, path: "/door/v1/secret", title: "看密", secret: true });
const lookNever = endpoint({ ...look, path: "/door/v1/never", title: "不让看", viewing: "never" });
const act = endpoint({
  method: "POST",
  path: "/door/v1/act",
  audit: "做",
  permission: "door:thing:edit",
  body,
  answer,
});
const actOwn = endpoint({ ...act, path: "/door/v1/actOwn", audit: "做自己", permission: "session" });
const actSecret = endpoint({ ...act, path: "/door/v1/actSecret", audit: "做密", secret: true });
const leave = endpoint({ ...actOwn, path: "/door/v1/leave", audit: "离开", viewing: "own" });
const take = endpoint({
  method: "GET",
  path: "/door/v1/take",
  title: "取",
  permission: "door:thing:list",
  downloads: true,
});
const takeOpen = endpoint({ ...take, path: "/door/v1/takeOpen", permission: "public" });

const lookers = [look, lookAt, lookOwn, lookOpen, lookFresh, lookExport, lookSecret, lookNever];
const file = async () => ({ fileName: "a.txt", contentType: "text/plain", body: Buffer.from("a") });

/** The settings of the catalogue for the next calls, and what it was asked. */
const watch = { logged: false, keepsBody: false };
const asked: string[] = [];
const ended: AnsweredCall[] = [];
/** The signed calls that were checked, and how the check decides. */
const signedCalls: (SignedCall & { bodyHash: string })[] = [];
const signedEnds: { status: number; msgCode: string }[] = [];
let signer: Partial<Actor> = {};
const signedRefusals = ["API_SIGNATURE", "API_EXPIRED", "API_REPLAY", "API_CLIENT_OFF", "API_IP", "API_RATE"] as const;

const doorModule = defineModule({
  name: "door",
  routes: [
    ...lookers.map((one) => reads(one, async (tx) => ({ by: tx.actor.userId }))),
    ...[act, actOwn, actSecret, leave].map((one) => writes(one, async (tx) => ({ by: tx.actor.userId }))),
    downloads(take, file),
    downloads(takeOpen, file),
  ],
  calls: {
    admit: async ({ path }, caller) => {
      asked.push(`${path} ${caller}`);
      return { ...watch };
    },
    answered: (call) => void ended.push(call),
  },
  signedCalls: {
    begin: async (call) => {
      const refused = signedRefusals.find((one) => one === call.ak);
      if (refused) throw new SignedRefused(refused);
      return {
        prove: async (bodyHash) => {
          signedCalls.push({ ...call, bodyHash });
          return { ...systemActor, userId: call.ak, ...signer };
        },
        answered: ({ status, msgCode }) => void signedEnds.push({ status, msgCode }),
      };
    },
  },
});
const app = declareTestApp(new ProbeApp({ modules: [doorModule] }));
const portal = new ProbeApp({ modules: [doorModule], source: "SSO" });
before(() => portal.start(app));
after(() => portal.stop());

const [viewer, seen] = [newId(), newId()];
const codes = ["door:thing:list", "door:thing:edit", "door:thing:export"];
const person = { userId: viewer, organizationId: newId(), permissions: codes };
const token = () => app.admit("person", person);

interface Options {
  readonly token?: string | null;
  readonly sent?: Record<string, string>;
  readonly at?: ProbeApp;
  readonly body?: string;
}

/** Makes a call and answers for whom it was answered, or the refusal. */
async function tried(one: Endpoint, { token: by = token(), sent, at = app, body = "{}" }: Options = {}) {
  const response = await fetch(at.origin + one.path.replace("{id}", person.organizationId), {
    method: one.method,
    headers: {
      [headers.applicationId]: "1",
      ...(by === null ? {} : { authorization: by }),
      ...(one.method === "GET" ? {} : { "content-type": "application/json" }),
      ...sent,
    },
    ...(one.method === "GET" ? {} : { body }),
  });
  const text = await response.text();
  if (!response.headers.get("content-type")?.startsWith("application/json")) return text;
  const { success, msg, msgCode, data } = JSON.parse(text);
  if (success) return data.by;
  return response.status === 200 ? `${msgCode} ${msg}` : `${response.status} ${msgCode}`;
}

/** Answers how the call ended, as the catalogue gets it after the answer. */
async function endOf(call: () => Promise<unknown>): Promise<AnsweredCall | undefined> {
  ended.length = 0;
  await call();
  while (ended.length === 0) await setImmediate();
  return ended[0];
}

const rowsOf = (actionName: string) =>
  app.rows(
    `select actor_id as "by", biz_type as "bizType", biz_id as "bizId", summary, reason, source, action
      from audit_log where action_name = $1 order by id`,
    [actionName],
  );

test("PF-R26 the portal asks for no application id but takes no wrong one; a file behind a signed address needs none", async () => {
  const [without, wrong] = [{ [headers.applicationId]: "" }, { [headers.applicationId]: "2" }];
  const fetched = async (at: ProbeApp, path: string) => (await fetch(at.origin + path)).text();
  assert.equal(await fetched(app, takeOpen.path), "a");
  assert.match(await fetched(app, lookOpen.path), /APP_ID_INVALID/);
  assert.match(await fetched(app, take.path), /APP_ID_INVALID/);
  assert.match(await fetched(portal, lookOpen.path), /"success":true/);
  for (const sent of [without, wrong]) {
    for (const [at, one] of [
      [app, takeOpen],
      [portal, lookOpen],
    ] as const) {
      assert.equal(await tried(one, { at, sent }), "APP_ID_INVALID 应用标识无效");
    }
  }
});

test("PF-R30 the code of the endpoint is asked for, unless it is open to every session or to everybody", async () => {
  const poor = app.admit("poor", { ...person, permissions: [] });
  const forbidden = "COMMON_FORBIDDEN 您没有该操作的权限，请联系管理员！";
  assert.deepEqual([await tried(look, { token: poor }), await tried(act, { token: poor })], [forbidden, forbidden]);
  assert.equal(await tried(lookOwn, { token: poor }), viewer);
  assert.equal(await tried(lookOpen, { token: null }), systemActor.userId);
  assert.equal(await tried(look, { token: `Bearer ${token()}` }), viewer);
});

test("PF-R37, PF-R64, AU-R1 restricted, replaced and read-only: what each of them still reaches", async () => {
  const fresh = app.admit("fresh", { ...person, restricted: true });
  const old = app.admit("old", { ...person, readOnly: true });
  const reader = app.admit("reader", { ...person, actor: { isReadOnly: true } });
  const first = "PWD_CHANGE_REQUIRED 请先修改初始密码";
  const readOnly = "ACCOUNT_READ_ONLY 您的账号为只读，只能查看，不能操作";
  const table: [Endpoint, string, string, string][] = [
    [look, first, viewer, viewer],
    [lookFresh, viewer, viewer, viewer],
    [lookOwn, first, viewer, viewer],
    [act, first, "401 SESSION_ORG_SWITCH", readOnly],
    [actOwn, first, "401 SESSION_ORG_SWITCH", viewer],
  ];
  for (const [one, ...expected] of table) {
    const answers = [];
    for (const by of [fresh, old, reader]) answers.push(await tried(one, { token: by }));
    assert.deepEqual(answers, expected, one.path);
  }
});

test("PF-R50 a rotated token leaves in a header, and only then is there one", async () => {
  const rotated = app.admit("rotated", { ...person, session: { rotatedToken: "next" } });
  const headerOf = async (by: string) => (await app.call(look, {}, { token: by })).headers.get(headers.rotatedToken);
  assert.deepEqual([await headerOf(rotated), await headerOf(token())], ["next", null]);
});

test("AU-R26 whoever looks through somebody's eyes reads as that person and does nothing else; the log tells who it was", async () => {
  const seenBy: Actor = { ...systemActor, userId: viewer, name: "看的人" };
  const looking = { ...person, userId: seen, actor: { seenBy } };
  const by = app.admit("looking", looking);
  const over = app.admit("over", { ...looking, session: { viewIsOver: true } });
  const readonly = "VIEW_AS_READONLY 视角预览下不能执行该操作";
  const ended = "VIEW_AS_ENDED 视角预览已结束";
  const table: [Endpoint, string, string][] = [
    [lookAt, seen, ended],
    [lookOwn, seen, ended],
    [leave, viewer, viewer],
    [lookExport, readonly, ended],
    [lookSecret, readonly, ended],
    [lookNever, readonly, ended],
    [take, readonly, ended],
    [act, readonly, ended],
  ];
  for (const [one, whileLooking, afterwards] of table) {
    assert.equal(await tried(one, { token: by }), whileLooking, one.path);
    assert.equal(await tried(one, { token: over }), afterwards, one.path);
  }
  const summary = "视角预览：以「李四」的视角";
  const row = { by: viewer, bizType: "door", bizId: person.organizationId, summary, reason: null, source: "WEB" };
  assert.deepEqual(await rowsOf("看一个"), [{ ...row, action: "GET /door/v1/look/{id}" }]);
  assert.deepEqual(await rowsOf("看自己"), []);
  assert.equal((await endOf(() => tried(lookAt, { token: by })))?.userId, viewer);
});

test("AU-R47 what the catalogue marks as sensitive is read and written with a reason, which stands in the log", async () => {
  const asReason = (text: string) => ({ [headers.reason]: encodeURIComponent(text) });
  watch.logged = true;
  const required = "REASON_REQUIRED 该操作涉及敏感信息，请填写原因";
  for (const sent of [{}, { [headers.reason]: "%zz" }, asReason("  "), asReason("\0")]) {
    assert.equal(await tried(look, { sent }), required);
    assert.equal(await tried(act, { sent }), required);
  }
  assert.equal(await tried(lookFresh), viewer, "pages that ask for no code have nobody to ask");
  assert.equal(await tried(look, { sent: asReason(" 客户投\0诉 ") }), viewer);
  assert.equal(await tried(act, { sent: asReason("长".repeat(201)) }), viewer);
  watch.logged = false;
  assert.equal(await tried(lookSecret, { sent: asReason("多余") }), viewer);
  assert.equal(await tried(actSecret, { sent: asReason("多余") }), viewer);
  const row = { by: viewer, bizType: "door", bizId: "", summary: null, source: "WEB" };
  assert.deepEqual(await rowsOf("看"), [{ ...row, reason: "客户投诉", action: "GET /door/v1/look" }]);
  assert.deepEqual(await rowsOf("初始可看"), [{ ...row, reason: null, action: "GET /door/v1/fresh" }]);
  assert.deepEqual(await rowsOf("看密"), []);
  assert.deepEqual(await rowsOf("做密"), [{ ...row, reason: null, action: "POST /door/v1/actSecret" }]);
  assert.equal((await app.rows("select from audit_log where reason = $1", ["长".repeat(200)])).length, 1);
});

test("AU-R48 the catalogue is asked who calls and told how it ended; bodies only where they are kept, never secrets", async () => {
  asked.length = 0;
  await tried(look);
  await tried(lookOpen, { token: null, sent: { "x-forwarded-for": "10.1.1.1" } });
  assert.deepEqual(asked, [`/door/v1/look ${viewer}`, "/door/v1/open 10.1.1.1"]);
  const poor = app.admit("poor", { ...person, permissions: [] });
  const usual = { userId: viewer, status: 200, msgCode: "", overstepped: false, bodies: null };
  const endsOf = async (one: Endpoint, options?: Options) => {
    const { endpoint, ms, ...rest } = (await endOf(() => tried(one, options))) ?? assert.fail();
    assert.equal(endpoint.path, one.path);
    assert.ok(ms > 0);
    return rest;
  };
  assert.deepEqual(await endsOf(look), usual);
  assert.deepEqual(await endsOf(lookOpen, { token: null }), { ...usual, userId: null });
  assert.deepEqual(await endsOf(look, { token: poor }), { ...usual, msgCode: "COMMON_FORBIDDEN", overstepped: true });
  assert.deepEqual(await endsOf(act, { body: "[" }), { ...usual, msgCode: "COMMON_PARAM" });
  watch.keepsBody = true;
  const { bodies } = await endsOf(act, { body: '{"note":"甲"}' });
  const refused = await endsOf(act, { body: '{"note":1}' });
  const secret = [await endsOf(actSecret), await endsOf(lookSecret)];
  watch.keepsBody = false;
  assert.match(bodies?.traceId ?? "", /^[0-9a-f-]{36}$/);
  assert.deepEqual(JSON.parse(JSON.stringify(bodies?.request)), { params: {}, query: {}, body: { note: "甲" } });
  assert.deepEqual([bodies?.answer, refused.bodies?.answer], [{ by: viewer }, null]);
  assert.deepEqual(secret, [usual, usual]);
});

const signed = (ak: string) => ({
  "x-ak": ak,
  "x-timestamp": "1700000000",
  "x-nonce": "n",
  "x-signature": "s",
  [headers.applicationId]: "",
});

test("AU-R52 a signed call names no session: the keeper of keys gets what was sent, the hash of its body, and how it ended", async () => {
  const ak = newId();
  const body = '{"note":"乙"}';
  signedEnds.length = 0;
  assert.equal(await tried(act, { token: null, sent: signed(ak), body }), ak);
  const asked = { ...look, path: "/door/v1/look?b=2&a=1?" } as const;
  assert.equal(await tried(asked, { token: null, sent: signed(ak) }), "COMMON_PARAM 参数格式不正确");
  while (signedEnds.length < 2) await setImmediate();
  const sent = { ak, timestamp: "1700000000", nonce: "n", signature: "s", ip: "127.0.0.1" };
  const hash = (text: string) => createHash("sha256").update(text).digest("hex");
  assert.deepEqual(
    signedCalls.map(({ endpoint: { path }, ...call }) => ({ ...call, of: path })),
    [
      { ...sent, method: "POST", path: act.path, query: "", bodyHash: hash(body), of: act.path },
      { ...sent, method: "GET", path: look.path, query: "b=2&a=1?", bodyHash: hash(""), of: look.path },
    ],
  );
  assert.deepEqual(signedEnds, [
    { status: 200, msgCode: "" },
    { status: 200, msgCode: "COMMON_PARAM" },
  ]);
  assert.partialDeepStrictEqual((await rowsOf("做")).at(-1), { by: ak, source: "API" });
});

test("AU-R52 signed calls are refused with the status that other systems read; the portal takes none", async () => {
  const ak = newId();
  const refusals = {
    API_SIGNATURE: 401,
    API_EXPIRED: 401,
    API_REPLAY: 401,
    API_CLIENT_OFF: 403,
    API_IP: 403,
    API_RATE: 429,
  };
  for (const [code, status] of Object.entries(refusals)) {
    assert.equal(await tried(look, { token: null, sent: signed(code) }), `${status} ${code}`);
  }
  assert.equal(await tried(look, { token: null, sent: signed(ak), at: portal }), "401 API_SIGNATURE");
  assert.equal(await tried(lookOwn, { token: null, sent: signed(ak) }), "403 API_NOT_GRANTED");
  signer = { mayCall: () => false };
  const { status, msgCode, userId, overstepped } =
    (await endOf(() => tried(look, { token: null, sent: signed(ak) }))) ?? assert.fail();
  signer = { isReadOnly: true };
  const readOnly = [
    await tried(look, { token: null, sent: signed(ak) }),
    await tried(act, { token: null, sent: signed(ak) }),
  ];
  signer = {};
  assert.deepEqual([status, msgCode, userId, overstepped], [403, "API_NOT_GRANTED", ak, true]);
  assert.deepEqual(readOnly, [ak, "ACCOUNT_READ_ONLY 您的账号为只读，只能查看，不能操作"]);
});

test("C2 a body has 2 MB at most, signed or not", async () => {
  const padded = (length: number) => "{}".padEnd(length);
  const [most, more] = [padded(2_000_000), padded(2_000_001)];
  assert.equal(await tried(act, { body: most }), viewer);
  assert.equal(await tried(act, { body: more }), "COMMON_PARAM 请求内容格式不正确");
  const ak = newId();
  assert.equal(await tried(act, { token: null, sent: signed(ak), body: most }), ak);
  assert.equal(await tried(act, { token: null, sent: signed(ak), body: more }), "401 API_SIGNATURE");
});
