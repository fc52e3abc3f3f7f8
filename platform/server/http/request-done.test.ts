import assert from "node:assert/strict";
import { test } from "node:test";
import Fastify from "fastify";
import { createLog } from "../log.ts";
import { newId } from "../secret/crypto.ts";
import { createProbe, getProbe, listProbes, ProbeApp } from "../start/probe.ts";
import { declareTestApp } from "../testing.ts";
import { createMetrics, requestDone } from "./request-done.ts";

interface Line {
  readonly msg: string;
  readonly level: number;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly code?: string;
  readonly actor?: string;
}

const lines: Line[] = [];
const log = createLog("debug", { write: (line) => void lines.push(JSON.parse(line)) });
const app = declareTestApp(new ProbeApp({ log }));
const [DEBUG, INFO] = [20, 30];

/** Collects the log lines of answered calls until there are so many. */
async function linesOf(count: number, act: () => Promise<unknown>): Promise<Line[]> {
  const before = lines.length;
  await act();
  for (;;) {
    const told = lines.slice(before).filter(({ msg }) => msg === "answered");
    if (told.length >= count) return told;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

test("PF-R80 each call leaves one line without its address; reads that went as usual only for those who look closely", async () => {
  const permissions = ["probe:probe:list", "probe:probe:edit"];
  const userId = newId();
  const token = app.admit("reader", { userId, organizationId: newId(), permissions });
  const [read, refused, written, unknown] = await linesOf(4, async () => {
    await app.call(listProbes, { query: { keyword: "秘密" } }, { token });
    await app.call(getProbe, { params: { id: newId() } }, { token });
    await app.call(createProbe, { body: { name: "甲", phone: "1", level: "A" } }, { token });
    await fetch(`${app.origin}/nowhere?token=secret`);
  });
  assert.partialDeepStrictEqual(read, { route: "/probe/v1/probes", status: 200, actor: userId });
  assert.equal(read?.level, read && read.ms < 500 ? DEBUG : INFO, "a slow one is worth a line");
  assert.partialDeepStrictEqual(refused, { level: INFO, status: 200, code: "COMMON_NOT_FOUND", actor: userId });
  assert.partialDeepStrictEqual(written, { level: INFO, route: "/probe/v1/probes", status: 200 });
  assert.partialDeepStrictEqual(unknown, { level: INFO, route: "unknown", status: 404 });
  assert.ok(!/秘密|secret/.test(JSON.stringify([read, refused, written, unknown])));
});

test("section 13: each call is measured by method, route and status; refusals are counted by their code", async () => {
  const metrics = createMetrics();
  const written: Line[] = [];
  const quiet = createLog("debug", { write: (line) => void written.push(JSON.parse(line)) });
  const elapsed: number[] = [];
  const server = Fastify();
  server.addHook("onResponse", (request, reply, done) => {
    elapsed.push(reply.elapsedTime);
    requestDone(request, reply, { log: quiet, metrics });
    done();
  });
  for (const [path, status, code] of [
    ["/fine", 200, ""],
    ["/same", 304, ""],
    ["/wrong", 400, ""],
    ["/refused", 200, "PROBE_TAKEN"],
    ["/health/live", 200, ""],
    ["/assets/:name", 200, ""],
  ] as const) {
    server.get(path, async (_request, reply) =>
      reply
        .code(status)
        .headers(code ? { "x-msg-code": code } : {})
        .send(),
    );
  }
  for (const url of ["/fine", "/same", "/wrong", "/refused", "/health/live", "/assets/a.js"])
    await server.inject({ url });
  assert.deepEqual(
    written.map(({ level, route, status, ms, code }) => [level, route, status, ms, code]),
    [
      [DEBUG, "/fine", 200],
      [DEBUG, "/same", 304],
      [INFO, "/wrong", 400],
      [INFO, "/refused", 200],
    ].map(([level, route, status], n) => {
      const ms = Math.round((elapsed[n] ?? 0) * 10) / 10;
      return [level, route, status, ms, route === "/refused" ? "PROBE_TAKEN" : undefined];
    }),
  );
  const text = await metrics.registry.metrics();
  const ofFine = [
    ...text.matchAll(/http_request_seconds_(\w+)\{(?:le="([^"]+)",)?method="GET",route="\/fine",status="200"\} (\S+)/g),
  ];
  assert.deepEqual(
    ofFine.flatMap(([, kind, most]) => (kind === "bucket" ? [most] : [])),
    ["0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "10", "+Inf"],
  );
  const [sum, count] = ["sum", "count"].map((wanted) => Number(ofFine.find(([, kind]) => kind === wanted)?.[3]));
  assert.deepEqual([sum, count], [(elapsed[0] ?? 0) / 1000, 1]);
  assert.deepEqual(text.match(/^http_refusals_total.*$/gm), ['http_refusals_total{code="PROBE_TAKEN"} 1']);
  assert.match(text, /^process_cpu_seconds_total/m);
  await server.close();
});
