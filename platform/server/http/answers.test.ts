import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { endpoint, headers, type LiveEvent } from "@ops/platform/contract";
import { z } from "zod";
import { createLog } from "../log.ts";
import { defineModule } from "../module.ts";
import { newId } from "../secret/crypto.ts";
import { ProbeApp } from "../start/probe.ts";
import { declareTestApp } from "../testing.ts";
import { type Download, downloads, inSteps, reads, streams, writes } from "./route.ts";

const fail = endpoint({
  method: "GET",
  path: "/odd/v1/fail/{kind}",
  title: "失败",
  permission: "session",
  params: z.object({ kind: z.string() }),
  answer: z.literal(true),
});
const say = endpoint({
  method: "GET",
  path: "/odd/v1/say",
  title: "说",
  permission: "session",
  query: z.object({ length: z.coerce.number(), word: z.string().optional() }),
  answer: z.string(),
});
const keep = endpoint({ ...say, path: "/odd/v1/keep", title: "留", revalidates: true });
const take = endpoint({
  method: "GET",
  path: "/odd/v1/take/{name}",
  title: "取",
  permission: "session",
  params: z.object({ name: z.string() }),
  downloads: true,
});
const takeNoted = endpoint({ ...take, path: "/odd/v1/noted/{name}", title: "取并记" });
const watch = endpoint({
  method: "GET",
  path: "/odd/v1/watch",
  title: "跟踪",
  permission: "session",
  streams: z.object({ type: z.string() }),
});
const watchMuch = endpoint({ ...watch, path: "/odd/v1/much" });
const watchFault = endpoint({ ...watch, path: "/odd/v1/fault" });
const send = endpoint({
  method: "POST",
  path: "/odd/v1/send",
  audit: "送",
  permission: "session",
  body: z.object({ tree: z.unknown() }),
  answer: z.literal(true),
});
const sendNothing = endpoint({
  method: "POST",
  path: "/odd/v1/bare/{name}",
  audit: "按",
  permission: "session",
  params: z.object({ name: z.string() }),
  answer: z.literal(true),
});
const sendInSteps = endpoint({ ...send, path: "/odd/v1/steps", audit: "分步送" });

const coded = (code: string) => Object.assign(new Error("of the driver"), { code });
const withStatus = (statusCode: number) => Object.assign(new Error("of the server"), { statusCode });
const thrown: Readonly<Record<string, unknown>> = {
  duplicate: coded("23505"),
  referenced: coded("23503"),
  away: coded("ECONNREFUSED"),
  slow: coded("57014"),
  lost: new Error("Connection terminated unexpectedly"),
  syntax: new SyntaxError("no JSON"),
  status399: withStatus(399),
  status400: withStatus(400),
  status499: withStatus(499),
  status500: withStatus(500),
  text: "a text",
  fault: new Error("of ours"),
};
const files: Readonly<Record<string, Partial<Download>>> = {
  sized: { size: 3 },
  shown: { isInline: true },
  odd: { fileName: "a'(b)*甲.txt" },
};
const fileOf = async (_tx: unknown, { params }: { params: { name: string } }) => ({
  fileName: "a.txt",
  contentType: "text/plain",
  body: Readable.from("abc"),
  ...files[params.name],
});
const dictChanged: LiveEvent = { type: "dict.changed", codes: ["a"] };
const dictsChanged: LiveEvent = { type: "dict.changed", codes: ["a".repeat(10_000)] };
/** 30 MB, more than a connection takes whose reader waits. */
const MUCH = 3_000;
let watched = 0;
const done = async () => true as const;

const oddModule = defineModule({
  name: "odd",
  routes: [
    reads(fail, (_tx, { params }) => Promise.reject(thrown[params.kind])),
    reads(say, async (_tx, { query }) => "x".repeat(query.length)),
    reads(keep, async (_tx, { query }) => `${query.word}`),
    downloads(take, fileOf),
    downloads(takeNoted, fileOf, async (tx, { params }) => tx.trail.about("odd", params.name)),
    streams(watch, async function* () {
      yield "heartbeat";
      yield { id: "7", event: dictChanged };
    }),
    streams(watchMuch, async function* () {
      for (; watched < MUCH; watched++) yield { id: null, event: dictsChanged };
    }),
    streams(watchFault, async function* () {
      yield "heartbeat";
      throw new Error("no more");
    }),
    writes(send, done),
    writes(sendNothing, done),
    inSteps(sendInSteps, (steps) => steps.finish(done)),
  ],
});
const lines: { level: number; msg: string }[] = [];
const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
const app = declareTestApp(new ProbeApp({ modules: [oddModule], log }));
const userId = newId();
const authorized = () => ({
  authorization: app.admit("somebody", { userId, organizationId: newId(), permissions: [] }),
  [headers.applicationId]: "1",
});
const get = (path: string, more: Record<string, string> = {}) =>
  fetch(app.origin + path, { headers: { ...authorized(), ...more } });
const post = async (path: string, body?: string, more: Record<string, string> = {}) => {
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const sent = {
    method: "POST",
    headers: { ...authorized(), ...type, ...more },
    ...(body === undefined ? {} : { body }),
  };
  const { msg, data } = await (await fetch(app.origin + path, sent)).json();
  return [msg, data];
};

test("PF-R80, PF-R81 whatever is thrown becomes the one answer that fits it, and only a fault of ours stands in the log as one", async () => {
  const answers: Record<string, string> = {};
  for (const kind of Object.keys(thrown)) {
    const response = await get(`/odd/v1/fail/${kind}`);
    const { success, msgCode, msg, data } = await response.json();
    assert.deepEqual([success, data, response.headers.get("x-msg-code")], [false, null, msgCode]);
    answers[kind] = `${response.status} ${msgCode} ${msg.replace(response.headers.get("x-request-id"), "…")}`;
  }
  const unread = "200 COMMON_PARAM 请求内容格式不正确";
  const busy = "503 SYSTEM_BUSY 系统繁忙，请稍后再试";
  const fault = "500 SYSTEM_FAULT 系统异常，请联系管理员（编号：…）";
  assert.deepEqual(answers, {
    duplicate: "200 COMMON_DUPLICATE 数据已存在",
    referenced: "200 COMMON_REFERENCED 该数据已被引用，无法删除",
    away: busy,
    slow: busy,
    lost: busy,
    syntax: unread,
    status399: fault,
    status400: unread,
    status499: unread,
    status500: fault,
    text: fault,
    fault,
  });
  assert.equal(lines.filter(({ msg }) => msg === "a call failed").length, 4);
});

test("PF-R82 a file leaves with its name, to be saved or shown, with its length where that is known, and runs nothing", async () => {
  const told = async (name: string) => {
    const response = await get(`/odd/v1/take/${name}`);
    assert.equal(await response.text(), "abc");
    const named = [
      "export-filename",
      "content-disposition",
      "content-type",
      "content-security-policy",
      "content-length",
    ];
    return named.map((header) => response.headers.get(header));
  };
  const rest = [
    "text/plain",
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  ];
  assert.deepEqual(await told("sized"), ["a.txt", "attachment; filename*=UTF-8''a.txt", ...rest, "3"]);
  assert.deepEqual(await told("shown"), ["a.txt", "inline; filename*=UTF-8''a.txt", ...rest, null]);
  const odd = "a%27%28b%29%2a%E7%94%B2.txt";
  assert.deepEqual(await told("odd"), [odd, `attachment; filename*=UTF-8''${odd}`, ...rest, null]);
});

test("PF-R97 a download that is noted stands in the log, another one does not", async () => {
  await get("/odd/v1/take/sized");
  assert.equal(await (await get("/odd/v1/noted/shown")).text(), "abc");
  const rows = await app.rows("select biz_type, biz_id, action_name, actor_id from audit_log");
  assert.deepEqual(rows, [{ bizType: "odd", bizId: "shown", actionName: "取并记", actorId: userId }]);
});

test("PF-R88 an answer that changes rarely is sent again only when it differs", async () => {
  const first = await get("/odd/v1/keep?length=1&word=a");
  const etag = first.headers.get("etag") ?? "";
  assert.deepEqual([first.status, first.headers.get("cache-control")], [200, "private, no-cache"]);
  assert.deepEqual(await first.json(), { success: true, msg: "", msgCode: "", data: "a" });
  const again = await get("/odd/v1/keep?length=1&word=a", { "if-none-match": etag });
  assert.deepEqual([again.status, await again.text(), again.headers.get("etag")], [304, "", etag]);
  const other = await get("/odd/v1/keep?length=1&word=b", { "if-none-match": etag });
  assert.deepEqual([other.status, (await other.json()).data], [200, "b"]);
  assert.notEqual(other.headers.get("etag"), etag);
  assert.equal((await get("/odd/v1/say?length=1")).headers.get("etag"), null);
});

test("PF-R101 a stream sends heartbeats as comments and events with their id", async () => {
  const response = await get("/odd/v1/watch");
  assert.equal(await response.text(), `:\n\nid: 7\ndata: ${JSON.stringify(dictChanged)}\n\n`);
  const named = ["content-type", "cache-control", "x-accel-buffering"].map((header) => response.headers.get(header));
  assert.deepEqual(named, ["text/event-stream; charset=utf-8", "no-cache, no-transform", "no"]);
});

test("PF-R101 a stream waits for a slow reader and loses nothing; one that breaks off ends the connection and is told", async () => {
  const much = await get("/odd/v1/much");
  await sleep(300);
  assert.ok(watched < MUCH);
  const whole = await much.text();
  assert.equal(whole, `data: ${JSON.stringify(dictsChanged)}\n\n`.repeat(MUCH));
  lines.length = 0;
  await assert.rejects(get("/odd/v1/fault").then((broken) => broken.text()));
  assert.deepEqual(
    lines.filter(({ level }) => level >= 50).map(({ msg }) => msg),
    ["a stream broke off"],
  );
});

test("section 13: answers of 1 KB and more are packed for whoever takes gzip", async () => {
  const around = JSON.stringify({ success: true, msg: "", msgCode: "", data: "" }).length;
  const told = async (length: number, accepted: string) => {
    const response = await get(`/odd/v1/say?length=${length - around}`, { "accept-encoding": accepted });
    assert.equal((await response.json()).data.length, length - around);
    return [response.headers.get("content-encoding"), response.headers.get("vary")];
  };
  const vary = "accept-encoding";
  assert.deepEqual(await told(1_023, "gzip"), [null, null]);
  for (const accepted of ["gzip", "br, gzip;q=0.5", "deflate,gzip"]) {
    assert.deepEqual(await told(1_024, accepted), ["gzip", vary], accepted);
  }
  for (const accepted of ["br", "identity", "gzip;q=0", "gzip; q=0.0, br"]) {
    assert.deepEqual(await told(1_024, accepted), [null, vary], accepted);
  }
});

test("PF-R84 what a call does not declare is refused, by its name where a program could mean it; deep nesting, too", async () => {
  const nested = (depth: number) => `{"tree":${"[".repeat(depth)}${"]".repeat(depth)}}`;
  const query = async (path: string) => {
    const { msg, data } = await (await get(path)).json();
    return [msg, data];
  };
  const fine = ["", true];
  const unfit = ["请求内容格式不正确", null];
  assert.deepEqual(await post("/odd/v1/send", nested(12)), fine);
  assert.deepEqual(await post("/odd/v1/send", nested(13)), unfit);
  assert.deepEqual(await post("/odd/v1/send", '{"tree":{"a\\u0000":1}}'), ["文本格式不正确", null]);
  assert.deepEqual(await post("/odd/v1/send", '{"tree":null}'), fine);
  assert.deepEqual(await post("/odd/v1/send", '{"tree":1,"x.y":1}'), ["参数格式不正确", { field: "x.y" }]);
  assert.deepEqual(await post("/odd/v1/send", '{"tree":1,"x y":1}'), ["参数格式不正确", null]);
  assert.deepEqual(await post("/odd/v1/bare/a"), fine);
  assert.deepEqual(await post("/odd/v1/bare/a", "{}"), fine);
  assert.deepEqual(await post("/odd/v1/bare/a", '{"x":1}'), unfit);
  assert.deepEqual(await post("/odd/v1/bare/a?x=1"), ["参数格式不正确", { field: "x" }]);
  assert.deepEqual(await post("/odd/v1/bare/a?x="), fine, "an empty one was left out");
  assert.deepEqual(await post("/odd/v1/bare/constructor"), ["路径格式不正确", null]);
  assert.deepEqual(await query("/odd/v1/keep?length=1&word="), ["", "undefined"]);
});

test("PF-R80 a piece of a path has 500 characters at most", async () => {
  assert.equal((await get(`/odd/v1/fail/${"x".repeat(500)}`)).status, 500);
  const { msgCode, msg } = await (await get(`/odd/v1/fail/${"x".repeat(501)}`)).json();
  assert.deepEqual([msgCode, msg], ["COMMON_PARAM", "请求内容格式不正确"]);
});

test("PF-R83 only a POST of a session is kept by its key, of which the first 100 characters count", async () => {
  const keysOf = () =>
    app.rows<{ key: string; answer: unknown }>("select key, answer from idempotency_key order by key");
  const key = "k".repeat(100);
  await post("/odd/v1/send", '{"tree":1}');
  assert.deepEqual(await keysOf(), []);
  await post("/odd/v1/steps", '{"tree":1}', { [headers.idempotencyKey]: "s" });
  assert.deepEqual(await keysOf(), [], "work in steps is not kept");
  await post("/odd/v1/send", '{"tree":1}', { [headers.idempotencyKey]: `${key}l` });
  await post("/odd/v1/send", '{"tree":2}', { [headers.idempotencyKey]: "another" });
  assert.deepEqual(await post("/odd/v1/send", '{"tree":1}', { [headers.idempotencyKey]: `${key}m` }), ["", true]);
  assert.deepEqual(await keysOf(), [
    { key: "another", answer: true },
    { key, answer: true },
  ]);
  const other = await post("/odd/v1/bare/a", undefined, { [headers.idempotencyKey]: key });
  assert.deepEqual(other, ["请求标识格式不正确", null]);
});
