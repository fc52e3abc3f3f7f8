import assert from "node:assert/strict";
import { test } from "node:test";
import { sql } from "kysely";
import { z } from "zod";
import { createLog } from "../log.ts";
import { defineModule } from "../module.ts";
import { announceProbe, ProbeApp, probeApp, probeModule } from "../start/probe.ts";
import { declareTestApp } from "../testing.ts";
import { hooks } from "./hooks.ts";

const told = hooks(
  {
    method: "POST",
    path: "/probe/v1/callback/{app}",
    title: "样本回调",
    params: z.object({ app: z.string().max(10) }),
    query: z.object({ nonce: z.string().optional() }),
  },
  { most: { bytes: 1_000, perAddress: 5, perPath: 8 } },
  async (work, { params, query, body, header }) => {
    if (body.toString().startsWith("fail")) throw new Error(`broken by ${body}`);
    if (body.toString() === "cry") throw "a text, as a library might";
    if (header("x-proof") === "wrong") return { status: 403, text: "no" };
    const who = await work.commit(async (tx) => {
      const { rows } = await sql<{ n: number }>`select 1 as n`.execute(tx.kysely);
      return `${tx.actor.userId === "" ? "" : "nobody"}${rows[0]?.n} ${tx.permission}`;
    });
    return [params.app, query.nonce ?? "-", body.toString("hex"), who].join("|");
  },
);
const asked = hooks(
  { method: "GET", path: "/probe/v1/callback/{app}", title: "样本验证" },
  { most: { bytes: 100, perAddress: 5, perPath: 8 } },
  async () => "echo",
);
const lines: string[] = [];
const log = createLog("info", { write: (line) => void lines.push(line) });
const hooked = defineModule({ name: "hooked", hooks: [told, asked] });
const app = declareTestApp(new ProbeApp({ modules: [probeModule, hooked], log }));

/** As strict as the console is. */
const open = probeApp({ callsPerSecond: 30 });
const probe = { name: "样本", phone: "13800000001", level: "A" };

const send = async (body: string | Buffer, { path = "a", headers = {} }: { path?: string; headers?: object } = {}) => {
  const response = await fetch(`${app.origin}/probe/v1/callback/${path}`, {
    method: "POST",
    headers: { "content-type": "application/xml", ...headers },
    body: new Uint8Array(Buffer.from(body)),
  });
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
};
const nextSecond = () => app.passTime(1);

test("PF-R122 a hook gets the raw body without a session and answers plain text", () =>
  app.holdTime(async () => {
    nextSecond();
    const bytes = Buffer.from([0, 255, 123]);
    const { status, type, text } = await send(bytes, { path: "a?nonce=n" });
    assert.deepEqual([status, type], [200, "text/plain; charset=utf-8"]);
    assert.match(text, /^a\|n\|00ff7b\|.*1 hook:\/probe\/v1\/callback\/\{app\}$/);
    const json = await send('{"a": ', { headers: { "content-type": "application/json" } });
    assert.equal(json.status, 200, "nothing is read as JSON");
    const got = await fetch(`${app.origin}/probe/v1/callback/a`);
    assert.deepEqual([got.status, await got.text()], [200, "echo"]);
    assert.equal(got.headers.get("cache-control"), "no-store");
    assert.ok(got.headers.get("x-request-id"));
    assert.deepEqual(await send("x", { headers: { "x-proof": "wrong" } }), {
      status: 403,
      type: "text/plain; charset=utf-8",
      text: "no",
    });
    assert.equal((await send("x", { path: "a-name-that-is-too-long" })).status, 400);
  }));

test("PF-R122 a hook has its own limits: of one body, of one address and of the path", () =>
  app.holdTime(async () => {
    nextSecond();
    assert.equal((await send("x".repeat(1_000))).status, 200);
    assert.equal((await send("x".repeat(1_001))).status, 413);
    nextSecond();
    const from = async (ip: string, times: number) => {
      const answers = [];
      for (let n = 0; n < times; n++) answers.push((await send("x", { headers: { "x-forwarded-for": ip } })).status);
      return answers;
    };
    assert.deepEqual(await from("10.0.0.1", 6), [200, 200, 200, 200, 200, 429]);
    assert.deepEqual(await from("10.0.0.2", 4), [200, 200, 200, 429], "8 of all addresses");
    nextSecond();
    assert.deepEqual(await from("10.0.0.1", 1), [200]);
  }));

test("PF-R122 what fails inside answers 500 without a word of it; the log names path and kind, and nothing that was sent", () =>
  app.holdTime(async () => {
    nextSecond();
    lines.length = 0;
    const { status, text } = await send("fail 13812345678", { path: "a?nonce=geheim" });
    assert.deepEqual([status, text], [500, "error"]);
    const cried = await send("cry");
    assert.deepEqual([cried.status, cried.text], [500, "error"]);
    assert.equal((await send("fine 13812345678")).status, 200);
    const said = () => lines.map((line) => JSON.parse(line)).map(({ route, status, msg }) => ({ route, status, msg }));
    const route = "/probe/v1/callback/:app";
    while (said().length < 5) await new Promise((resolve) => setImmediate(resolve)); // the last line follows the answer
    assert.deepEqual(said(), [
      { route, status: undefined, msg: "a hook failed" },
      { route, status: 500, msg: "answered" },
      { route, status: undefined, msg: "a hook failed" },
      { route, status: 500, msg: "answered" },
      { route, status: 200, msg: "answered" },
    ]);
    assert.match(lines[0] ?? "", /程序错误.*hooks\.test\.ts/);
    assert.doesNotMatch(lines.join(), /13812345678|geheim/);
  }));

test("PF-R122 public calls have limits of their own: 100 of one address, 1,000 of one path in a second", () =>
  open.holdTime(async () => {
    open.passTime(1);
    const from = async (ip: string, times: number) => {
      const headers = { "x-forwarded-for": ip };
      const calls = Array.from({ length: times }, () => open.call(announceProbe, { body: probe }, { headers }));
      return (await Promise.all(calls)).filter(({ status }) => status === 429).length;
    };
    assert.equal(await from("10.0.1.1", 130), 30);
    assert.equal(await from("10.0.1.2", 100), 0, "another address");
    for (let n = 3; n <= 10; n++) assert.equal(await from(`10.0.1.${n}`, 100), 0);
    assert.equal(await from("10.0.1.11", 10), 10, "the path has had its thousand");
    open.passTime(1);
    assert.equal(await from("10.0.1.1", 10), 0);
  }));
