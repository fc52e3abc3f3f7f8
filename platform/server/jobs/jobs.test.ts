import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import * as contract from "@ops/platform/contract";
import { z } from "zod";
import { newId } from "../secret/crypto.ts";
import { ProbeApp, probeApp, probeModule } from "../start/probe.ts";
import { forgetDone } from "./forget.ts";
import { job, schedule } from "./job.ts";
import { nodeName } from "./node-name.ts";
import { jobsSeen, schedulesSeen } from "./seen.ts";

/** What keeps the jobs of this file from ending well. */
const gate = { fails: true, open: Promise.withResolvers<void>() };
const failing = job({
  name: "probe.fails",
  title: "会失败的样本",
  payload: z.object({ phone: z.string() }),
  retries: 0,
  run: async (_work, { phone }) => {
    if (gate.fails) throw new Error(`no answer for ${phone}, staff@brand.cn\n at somewhere`);
  },
});
const slow = job({
  name: "probe.slow",
  title: "慢样本",
  payload: z.object({}),
  run: () => gate.open.promise,
});
let runs = 0;
const ticking = schedule({
  name: "probe.ticking",
  title: "定时样本",
  at: { everySeconds: 1 },
  run: async () => {
    runs++;
    if (runs === 1) throw new Error("the first run fails for 13812345678");
  },
});
const nightly = schedule({ name: "probe.nightly", at: "0 3 * * *", run: async () => undefined });

const modules = [{ ...probeModule, jobs: [...probeModule.jobs, failing, slow], schedules: [ticking, nightly] }];
const app = probeApp({ modules, background: true });
const operator = () =>
  app.admit("operator", {
    userId: newId(),
    organizationId: newId(),
    permissions: ["platform:job:list", "platform:job:retry"],
  });
const reader = () =>
  app.admit("reader", { userId: newId(), organizationId: newId(), permissions: ["platform:job:list"] });

const list = async (query: { state?: contract.JobState; queue?: string }) =>
  (await app.call(contract.listJobs, { query }, { token: operator() })).data.list;

async function until<T>(look: () => Promise<T | undefined | false>): Promise<T> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(100)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error("it did not happen in time");
}

const failed = () => until(async () => (await list({ state: "FAILED", queue: "probe.fails" }))[0]);

test("platform 10 what failed is seen with queue, key, tries and error, without anything of its payload, and can be tried again", async () => {
  const key = newId();
  await app.arrange((tx) => tx.enqueue(failing, { phone: "13812345678" }, { key }));
  const line = await failed();
  assert.partialDeepStrictEqual(line, {
    queue: "probe.fails",
    title: "会失败的样本",
    state: "FAILED",
    key,
    tries: 1,
    mostTries: 1,
    nextRunAt: null,
    lastError: "程序错误",
  });
  assert.doesNotMatch(JSON.stringify(line), /13812345678|brand\.cn|no answer/);

  const retry = (token: string) => app.call(contract.retryJob, { params: { id: line.id } }, { token });
  assert.equal((await retry(reader())).msgCode, "COMMON_FORBIDDEN");
  gate.fails = false;
  assert.equal((await retry(operator())).success, true);
  await until(async () => (await list({ queue: "probe.fails" })).length === 0);
  const [audit] = await app.rows<{ no: string }>(
    "select biz_no as no from audit_log where action_name = '重试后台任务' and biz_id = $1 and result = 'SUCCESS'",
    [line.id],
  );
  assert.equal(audit?.no, "probe.fails");
  assert.equal((await retry(operator())).msgCode, "COMMON_NOT_FOUND", "it is done");
});

test("platform 10 only what failed can be tried again, and not while the same is waiting", async () => {
  gate.open = Promise.withResolvers<void>();
  await app.arrange((tx) => tx.enqueue(slow, {}));
  const running = await until(async () => (await list({ state: "RUNNING", queue: "probe.slow" }))[0]);
  assert.partialDeepStrictEqual(running, {
    title: "慢样本",
    state: "RUNNING",
    tries: 1,
    mostTries: 4,
    lastError: null,
  });
  assert.ok(running.startedAt);
  const refused = await app.call(contract.retryJob, { params: { id: running.id } }, { token: operator() });
  assert.partialDeepStrictEqual(refused, {
    msgCode: "JOB_NOT_FAILED",
    msg: "只有失败的任务可以重试，请刷新后查看",
  });
  await app.arrange((tx) => tx.enqueue(slow, {}, { startAfterSeconds: 3_600 }));
  const waiting = await until(async () => (await list({ state: "WAITING", queue: "probe.slow" }))[0]);
  assert.partialDeepStrictEqual(waiting, { state: "WAITING", tries: 0, startedAt: null });
  const inAnHour = contract.instantOf(waiting.nextRunAt ?? "").getTime() - Date.now();
  assert.ok(inAnHour > 3_500_000 && inAnHour < 3_700_000, `${inAnHour}`);
  gate.open.resolve();

  const id = newId();
  const same = `insert into pgboss.job (id, name, state, retry_count, retry_limit, policy, singleton_key, start_after)
    select $1, name, $2::pgboss.job_state, 0, 0, policy, 'slot', now() + interval '1 hour'
    from pgboss.queue where name = 'probe.nightly'`;
  await app.rows(same, [id, "failed"]);
  await app.rows(same, [newId(), "created"]);
  const twice = await app.call(contract.retryJob, { params: { id } }, { token: operator() });
  assert.partialDeepStrictEqual(twice, {
    msgCode: "JOB_ALREADY_WAITING",
    msg: "相同的任务正在等待或执行中，无需重试",
  });
});

test("platform 10 what failed is kept for seven days, by a schedule too; what is done goes after one", async () => {
  const ended = `insert into pgboss.job (name, state, retry_limit, policy, deletion_seconds, completed_on)
    select name, $1::pgboss.job_state, 0, policy, deletion_seconds, now() - $2::interval
    from pgboss.queue where name = 'probe.nightly' returning id, deletion_seconds as kept`;
  const [failure] = await app.rows<{ id: string; kept: number }>(ended, ["failed", "6 days"]);
  const [old] = await app.rows<{ id: string }>(ended, ["completed", "25 hours"]);
  const [fresh] = await app.rows<{ id: string }>(ended, ["completed", "23 hours"]);
  assert.equal(failure?.kept, 7 * 86_400);
  await app.arrange(forgetDone);
  const left = await app.rows<{ id: string }>("select id from pgboss.job where id = any($1::uuid[])", [
    [failure?.id, old?.id, fresh?.id],
  ]);
  assert.deepEqual(left.map(({ id }) => id).sort(), [failure?.id, fresh?.id].sort());
});

test("platform 10 schedules are seen with their last and next run, the node and what went wrong last", async () => {
  const seen = async (name: string) =>
    (await app.call(contract.listSchedules, {}, { token: reader() })).data.find((one) => one.name === name);
  const line = await until(async () => {
    const found = await seen("probe.ticking");
    return runs > 1 && found?.finishedAt !== null && found?.lastError === null ? found : undefined;
  });
  assert.partialDeepStrictEqual(line, { title: "定时样本", at: "每1秒", node: nodeName, lastError: null });
  assert.ok((line.lastRunAt ?? "") <= (line.finishedAt ?? ""));
  const night = await seen("probe.nightly");
  assert.partialDeepStrictEqual(night, { title: "probe.nightly", at: "每天 03:00" });
  assert.match(night?.nextRunAt ?? "", /03:00:00$/);
  const stranger = app.admit("stranger", { userId: newId(), organizationId: newId(), permissions: [] });
  assert.equal((await app.call(contract.listSchedules, {}, { token: stranger })).msgCode, "COMMON_FORBIDDEN");
});

test("platform 10 how often work is done is told in words, and when it is done next", async () => {
  const run = async () => undefined;
  const [now, hour] = [app.now().getTime(), 3_600_000];
  const asked: [string, number | string, string, number | null][] = [
    ["g", 1, "每1秒", 1],
    ["f", 90, "每90秒", 90],
    ["e", 60, "每分钟", 60],
    ["d", 300, "每5分钟", 300],
    ["c", 3_600, "每小时", 3_600],
    ["b", 7_200, "每2小时", 7_200],
    ["a", "7 * * * *", "每小时第7分", null],
    ["h", "5 3 * * *", "每天 03:05", null],
    ["i", "0 4 * * 1", "0 4 * * 1", null],
  ];
  const schedules = asked.map(([name, at]) =>
    schedule({ name: `when.${name}`, at: typeof at === "number" ? { everySeconds: at } : at, run }),
  );
  const seen = await app.arrange((tx) => schedulesSeen({ ...tx, now: new Date(now) }, schedules));
  assert.deepEqual(
    seen.map(({ name, title, at, lastRunAt, finishedAt, node, lastError }) => [
      name,
      title,
      at,
      lastRunAt,
      finishedAt,
      node,
      lastError,
    ]),
    asked
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, , words]) => [`when.${name}`, `when.${name}`, words, null, null, null, null]),
  );
  for (const [name, , , seconds] of asked) {
    const next = seen.find((one) => one.name === `when.${name}`)?.nextRunAt.getTime() ?? 0;
    const step = (seconds ?? 1) * 1_000;
    if (seconds !== null) assert.equal(next, (Math.floor(now / step) + 1) * step, name);
    else assert.ok(next > now && next - now <= 7 * 24 * hour, name);
  }
  const hourly = seen.find(({ at }) => at === "每小时第7分")?.nextRunAt.getTime() ?? 0;
  assert.deepEqual([hourly % hour, hourly - now <= hour], [7 * 60_000, true]);
});

test("platform 10 jobs are seen in their order: what runs, what waits, what failed, newest first, without names in their keys", async () => {
  const [id, key] = [newId(), newId()];
  const insert = `insert into pgboss.job (id, name, state, retry_count, retry_limit, policy, singleton_key, created_on, started_on, start_after, output)
    select $1, name, $2::pgboss.job_state, 2, 5, policy, $3, timestamptz '2026-01-05 08:00:00+08' + $4 * interval '1 minute', $5::timestamptz,
      timestamptz '2026-01-05 08:01:00+08', $6::jsonb from pgboss.queue where name = 'probe.slow'`;
  const started = "2026-01-05 09:00:00+08";
  const code = { value: { code: "23505", message: "somebody" } };
  await app.rows(insert, [newId(), "failed", `${key} 13812345678 staff@brand.cn 12345`, 1, started, code]);
  await app.rows(insert, [newId(), "failed", "later", 2, started, { message: "job timed out" }]);
  await app.rows(insert, [newId(), "created", "new", 3, null, null]);
  await app.rows(insert, [newId(), "retry", "again", 0, started, null]);
  await app.rows(insert, [id, "active", "now", 0, started, null]);
  await app.rows(insert, [newId(), "completed", "done", 9, started, null]);
  const titles = new Map([["probe.slow", "慢"]]);
  const seen = async (state?: contract.JobState) => {
    const query = { pageNo: 1, pageSize: 100, queue: "probe.slow", ...(state ? { state } : {}) };
    const { list: lines, total } = await app.arrange((tx) => jobsSeen(tx, query, titles));
    const mine = lines.filter(({ createdAt }) => createdAt.getTime() < Date.parse("2026-02-01"));
    return { mine, others: total - lines.length };
  };
  const { mine, others } = await seen();
  assert.equal(others, 0);
  const at = (minute: number) => new Date(Date.parse("2026-01-05T00:00:00Z") + minute * 60_000);
  const line = {
    queue: "probe.slow",
    title: "慢",
    mostTries: 6,
    tries: 3,
    startedAt: new Date("2026-01-05T01:00:00Z"),
  };
  const shown = mine.map(({ id: _id, ...rest }) => rest);
  assert.deepEqual(shown, [
    { ...line, key: "now", createdAt: at(0), state: "RUNNING", nextRunAt: null, lastError: null },
    {
      ...line,
      key: "new",
      createdAt: at(3),
      state: "WAITING",
      nextRunAt: at(3),
      lastError: null,
      tries: 0,
      startedAt: null,
    },
    { ...line, key: "again", createdAt: at(0), state: "WAITING", nextRunAt: at(1), lastError: null },
    { ...line, key: "later", createdAt: at(2), state: "FAILED", nextRunAt: null, lastError: "超时" },
    {
      ...line,
      key: `${key} *** *** 12345`,
      createdAt: at(1),
      state: "FAILED",
      nextRunAt: null,
      lastError: "数据库错误 23505",
    },
  ]);
  assert.deepEqual(
    (await seen("WAITING")).mine.map((one) => one.key),
    ["new", "again"],
  );
  assert.deepEqual(
    (await seen("RUNNING")).mine.map((one) => one.id),
    [id],
  );
  await app.rows("delete from pgboss.job where name = 'probe.slow' and created_on < '2026-02-01'");
});

test("a start brings a queue to what this release says, and leaves one alone that says so already", async () => {
  await app.rows("update pgboss.queue set retry_limit = 9 where name = 'probe.fails'");
  const [before] = await app.rows("select updated_on from pgboss.queue where name = 'probe.slow'");
  const later = new ProbeApp({ modules });
  await later.start(app);
  await later.stop();
  const [changed] = await app.rows("select retry_limit from pgboss.queue where name = 'probe.fails'");
  assert.deepEqual(changed, { retryLimit: 0 });
  assert.deepEqual((await app.rows("select updated_on from pgboss.queue where name = 'probe.slow'"))[0], before);
});
