import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { liveEvents } from "@ops/platform/contract";
import { countInWindow } from "./limits.ts";
import { numberParam } from "./params/declare.ts";
import { newId } from "./secret/crypto.ts";
import { createProbe, editProbe, heard, ProbeApp, probeApp, probeRenamed } from "./start/probe.ts";

const app = probeApp({ background: true });
/** Another node on the same database. */
const second = new ProbeApp();
before(() => second.start(app));
after(() => second.stop());

const permissions = ["probe:probe:list", "probe:probe:edit"];
const userId = newId();
const editor = () => app.admit("editor", { userId, organizationId: newId(), permissions });

async function until<T>(look: () => Promise<T | undefined | false>, seconds = 10): Promise<T> {
  for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(50)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error("it did not happen in time");
}

async function givenRenamed(name: string) {
  const created = await app.call(createProbe, { body: { name: "原", phone: "1", level: "A" } }, { token: editor() });
  const { id } = created.data;
  await app.call(editProbe, { params: { id }, body: { name, version: 1 } }, { token: editor() });
  return id;
}

test("PF-R101 a stored event reaches its listener after the commit, and a refused call tells nobody", async () => {
  const id = await givenRenamed("事件");
  await until(async () => heard.find((one) => one.id === id));
  await app.call(editProbe, { params: { id }, body: { name: "禁用", version: 2 } }, { token: editor() });
  assert.deepEqual(
    (await app.published(probeRenamed)).filter((one) => one.id === id).map(({ name }) => name),
    ["事件"],
  );
});

test("a listener that fails is told again, later events of the same record wait for it", async () => {
  const id = await givenRenamed("失败一次");
  await app.call(editProbe, { params: { id }, body: { name: "其后", version: 2 } }, { token: editor() });
  const names = await until(async () => {
    const mine = heard.filter((one) => one.id === id).map(({ name }) => name);
    return mine.length >= 3 ? mine : undefined;
  }, 20);
  assert.deepEqual(names, ["失败一次", "失败一次", "其后"]);
});

test("a job enqueued with a change runs after the commit", async () => {
  const id = await givenRenamed("任务");
  await until(
    async () => (await app.rows<{ level: string }>("select level from probe where id = $1", [id]))[0]?.level === "J",
  );
});

test("PF-R101 a live event reaches the person's open channel on another node", async () => {
  const abort = new AbortController();
  const token = second.admit("listener", { userId, organizationId: newId(), permissions });
  const response = await fetch(second.origin + liveEvents.path, {
    headers: { authorization: token, applicationid: "1" },
    signal: abort.signal,
  });
  assert.match(response.headers.get("content-type") ?? "", /^text\/event-stream/);
  const told: string[] = [];
  const reading = (async () => {
    for await (const chunk of response.body ?? []) told.push(Buffer.from(chunk).toString());
  })().catch(() => undefined);
  await until(async () => told.length > 0);
  await app.arrange((tx) => tx.tell({ userId: newId() }, { type: "perm.changed" }));
  await app.arrange((tx) => tx.tell({ userId }, { type: "app.updated", version: "2" }));
  await until(async () => told.join("").includes("app.updated"));
  assert.ok(!told.join("").includes("perm.changed"));
  abort.abort();
  await reading;
});

test("PF-R101 a channel that comes back with lastEventId gets what it missed", async () => {
  const token = second.admit("late", { userId, organizationId: newId(), permissions });
  await app.arrange((tx) => tx.tell({ userId }, { type: "job.finished", jobId: "j1", status: "SUCCESS" }));
  const abort = new AbortController();
  const response = await fetch(`${second.origin}${liveEvents.path}?lastEventId=0`, {
    headers: { authorization: token, applicationid: "1" },
    signal: abort.signal,
  });
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (text.includes("job.finished")) break;
  }
  assert.match(text, /id: \d+\ndata: /);
});

test("PF-R89 numbers are unique over parallel draws, carry prefix and day, and increase", async () => {
  const nodes = [app, second];
  const draws = await Promise.all(
    Array.from({ length: 300 }, (_, n) => (nodes[n % 2] ?? app).arrange((tx) => tx.nextNumber("probe"))),
  );
  assert.equal(new Set(draws).size, 300);
  for (const number of draws) assert.match(number, /^TP\d{8}\d{6}$/);
  const [a, b] = [await app.arrange((tx) => tx.nextNumber("probe")), await app.arrange((tx) => tx.nextNumber("probe"))];
  assert.ok(a < b);
});

test("PF-R89 above 999,999 the number grows instead of starting anew", async () => {
  await app.rows("update number_sequence set next_value = 999999 where kind = 'probe'");
  const draws: string[] = [];
  for (let n = 0; n < 45; n++) draws.push(await app.arrange((tx) => tx.nextNumber("probe")));
  assert.equal(new Set(draws).size, 45);
  assert.ok(draws.some((number) => number.length === "TP".length + 8 + 7));
});

test("a parameter takes effect when its stored value is acceptable, and falls back to the default otherwise", async () => {
  const declared = numberParam("probe.limit", 7, { group: "样本", description: "上限", min: 1, max: 9 });
  const store = (value: string) =>
    app.rows(
      `insert into param (id, created_at, created_by, updated_at, updated_by, key, value)
       values (gen_random_uuid(), now(), $1, now(), $1, 'probe.limit', $2)
       on conflict (key) do update set value = excluded.value`,
      [newId(), value],
    );
  for (const [value, expected] of [
    ["3", 3],
    ["99", 7],
    ["x", 7],
    ["", 7],
  ] as const) {
    await store(value);
    await app.node.params.load(app.node.database.writer);
    assert.equal(app.node.params.get(declared), expected);
  }
});

test("PF-R19 a window counts every call of every node", async () => {
  const now = new Date();
  const counts = await Promise.all(
    Array.from({ length: 50 }, () => countInWindow(app.node.database.writer, "ip:1", 60, now)),
  );
  assert.deepEqual(
    counts.sort((a, b) => a - b),
    Array.from({ length: 50 }, (_, n) => n + 1),
  );
});
