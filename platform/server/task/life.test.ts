import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "@ops/platform/contract";
import {
  type Exporter,
  exportApp,
  fetchDownload,
  filePath,
  givenExporter,
  LIST,
  submit,
  submitPlain,
} from "../excel/testing.ts";
import { newId } from "../secret/crypto.ts";
import { callNext, claimTask, releaseTask, renewLease, takeBackLost } from "./claim.ts";
import { expireTasks } from "./expire.ts";
import { failWaiting, finishTask, type Outcome } from "./finish.ts";
import { forgetUnfinished } from "./import-task.ts";

// nothing runs in the background here, because the test is the worker
const app = exportApp(false);

const call = <E extends contract.Endpoint>(who: Exporter, endpoint: E, input: contract.CallInput<E>) =>
  app.call(endpoint, input, { token: who.token });

async function waiting(who: Exporter, level: string): Promise<string> {
  const { data, msg } = await submit(app, who, { level });
  assert.equal(msg, "");
  return data.id;
}

async function claimed(who: Exporter, level: string) {
  const id = await waiting(who, level);
  const task = await app.arrange((tx) => claimTask(tx, id));
  assert.ok(task);
  return task;
}

const ended = async (who: Exporter, level: string, outcome: Outcome) => {
  const task = await claimed(who, level);
  await app.arrange((tx) => finishTask(tx, task, outcome));
  return task;
};

interface Row {
  readonly status: string;
  readonly attempts: number;
  readonly done: number;
  readonly total: number | null;
  readonly leaseToken: string | null;
  readonly leaseUntil: Date | null;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly readAt: Date | null;
}
const COLUMNS = "status, attempts, done, total, lease_token, lease_until, started_at, finished_at, expires_at, read_at";

async function rowOf(id: string): Promise<Row> {
  const [row] = await app.rows<Row>(`select ${COLUMNS} from task where id = $1`, [id]);
  assert.ok(row);
  return row;
}

/** Lists the tasks of a person that were started since the last call, in the order of the tasks. */
async function called({ userId }: Exporter): Promise<string[]> {
  const jobs = await app.rows<{ id: string }>(
    `delete from pgboss.job using task where name = 'platform.task' and data ->> 'taskId' = task.id::text and owner_id = $1
     returning task.id`,
    [userId],
  );
  return jobs.map(({ id }) => id).toSorted();
}

/** Sets a state as if the task had got there by itself. */
const given = (id: string, status: string) =>
  app.rows(
    `update task set status = $2, finished_at = case when $2 in ('QUEUED', 'RUNNING') then null else now() end,
       lease_token = case when $2 = 'RUNNING' then id end, lease_until = case when $2 = 'RUNNING' then now() end where id = $1`,
    [id, status],
  );

const eventsOf = async ({ userId }: Exporter) =>
  (
    await app.rows<{ payload: unknown }>(
      "select payload from live_event where user_id = $1 and payload ->> 'type' like 'job.%' order by id",
      [userId],
    )
  ).map(({ payload }) => payload);
const later = (seconds: number) => new Date(app.now().getTime() + seconds * 1_000);
const fresh = { done: 0, total: null, startedAt: null, finishedAt: null, expiresAt: null, readAt: null };
const free = { leaseToken: null, leaseUntil: null };

test("PF-R93 a task that is taken up is held for 15 seconds, renewed with how far it is, and handed back as it was", () =>
  app.holdTime(async () => {
    const who = givenExporter(app);
    const id = await waiting(who, "A");
    assert.deepEqual(await rowOf(id), { ...fresh, ...free, status: "QUEUED", attempts: 0 });
    assert.equal(await app.arrange((tx) => claimTask(tx, newId())), null, "there is none");
    const task = await app.arrange((tx) => claimTask(tx, id));
    assert.ok(task);
    const held = { ...fresh, status: "RUNNING", attempts: 1, leaseToken: task.leaseToken, startedAt: app.now() };
    assert.deepEqual(await rowOf(id), { ...held, leaseUntil: later(15) });
    assert.equal(await app.arrange((tx) => claimTask(tx, id)), null, "in other hands");
    app.passTime(10);
    const renew = (leaseToken: string, total: number | null) =>
      app.arrange((tx) => renewLease(tx, { id, leaseToken, ownerId: who.userId }, { done: 4, total }));
    assert.equal(await renew(newId(), 9), false);
    assert.equal(await renew(task.leaseToken, 9), true);
    assert.deepEqual(await rowOf(id), { ...held, leaseUntil: later(15), done: 4, total: 9 });
    assert.equal(await renew(task.leaseToken, null), true);
    const progress = { type: "job.progress", jobId: id, done: 4 };
    assert.deepEqual(await eventsOf(who), [
      { ...progress, total: 9 },
      { ...progress, total: 0 },
    ]);
    await app.arrange((tx) => releaseTask(tx, { id, leaseToken: newId() }));
    assert.equal((await rowOf(id)).status, "RUNNING", "somebody else's hands");
    const other = await claimed(who, "B");
    const mixed = { ...task, id: other.id };
    assert.equal(await app.arrange((tx) => renewLease(tx, mixed, { done: 7, total: 9 })), false, "of another task");
    await app.arrange((tx) => releaseTask(tx, mixed));
    await assert.rejects(app.arrange((tx) => finishTask(tx, mixed, { status: "SUCCESS" })));
    assert.deepEqual(
      [await rowOf(id), await rowOf(other.id)].map(({ status }) => status),
      ["RUNNING", "RUNNING"],
    );
    await app.arrange((tx) => releaseTask(tx, task));
    assert.deepEqual(await rowOf(id), { ...held, ...free, status: "QUEUED", done: 4, total: null });
    assert.equal((await rowOf(other.id)).status, "RUNNING");
  }));

test("PF-R93 the oldest of those that wait are called, as many as may run, of one person alone", async () => {
  const [who, other] = [givenExporter(app), givenExporter(app)];
  const ids: string[] = [];
  for (const level of ["A", "B", "C", "D", "E"]) ids.push(await waiting(who, level));
  const [first = "", second = "", third = "", fourth = "", fifth = ""] = ids;
  const theirs = await waiting(other, "A");
  assert.deepEqual([await called(who), await called(other)], [ids, [theirs]], "as they were submitted");
  await app.rows("update task set created_at = created_at - interval '1 hour' where id = $1", [fourth]);
  const task = await app.arrange((tx) => claimTask(tx, first));
  assert.ok(task);
  await app.arrange((tx) => callNext(tx, who.userId));
  assert.deepEqual([await called(who), await called(other)], [[second, fourth], []]);
  for (const id of [second, third]) assert.ok(await app.arrange((tx) => claimTask(tx, id)));
  await app.arrange((tx) => callNext(tx, who.userId));
  assert.deepEqual(await called(who), [], "three run");
  assert.equal(await app.arrange((tx) => claimTask(tx, fourth)), null);
  await app.arrange((tx) => finishTask(tx, task, { status: "SUCCESS" }));
  assert.deepEqual(await called(who), [fourth]);
  await call(who, contract.cancelTask, { params: { id: second } });
  assert.deepEqual(await called(who), [fourth, fifth]);
  await app.arrange((tx) => takeBackLost(tx));
  assert.deepEqual(await called(other), [theirs], "whoever waits is called again by the sweep");
});

test("PF-R93 a lease that has run out is taken back, one that has not is left alone", () =>
  app.holdTime(async () => {
    const who = givenExporter(app);
    const [early, late] = [await claimed(who, "A"), await claimed(who, "B")];
    app.passTime(5);
    await app.arrange((tx) => renewLease(tx, late, { done: 0, total: null }));
    app.passTime(10);
    const lost = async () =>
      (await app.arrange(takeBackLost)).filter(({ ownerId }) => ownerId === who.userId).map(({ id }) => id);
    assert.deepEqual(await lost(), [], "to the very moment");
    app.passTime(1);
    assert.deepEqual(await lost(), [early.id]);
    assert.deepEqual(await rowOf(early.id), {
      ...fresh,
      ...free,
      status: "QUEUED",
      attempts: 1,
      startedAt: early.startedAt,
    });
    assert.equal((await rowOf(late.id)).leaseToken, late.leaseToken);
    await app.arrange((tx) => failWaiting(tx, late.id, "不行"));
    assert.equal((await rowOf(late.id)).status, "RUNNING", "it does not wait");
    await app.arrange((tx) => failWaiting(tx, early.id, "不行"));
    assert.partialDeepStrictEqual(await rowOf(early.id), { status: "FAILED", finishedAt: app.now() });
  }));

test("PF-R93 the end of a task is told in words, live and as a notice, and its file kept for seven days", () =>
  app.holdTime(async () => {
    const cases: [Outcome, kind: string, level: string, title: string, content: string][] = [
      [{ status: "SUCCESS", total: 8, done: 8 }, "EXPORT", "INFO", "样本列表导出成功", "共 8 行，可在下载中心下载"],
      [{ status: "SUCCESS" }, "IMPORT", "INFO", "样本列表导入成功", "共 0 行，可在下载中心下载"],
      [
        { status: "PARTIAL", successCount: 5, failCount: 3 },
        "IMPORT",
        "WARN",
        "样本列表导入部分成功",
        "成功 5 行，失败 3 行",
      ],
      [{ status: "FAILED", errorMsg: "不行" }, "EXPORT", "ERROR", "样本列表导出失败", "不行"],
      [{ status: "FAILED" }, "EXPORT", "ERROR", "样本列表导出失败", "处理失败"],
    ];
    for (const [outcome, kind, level, title, content] of cases) {
      const who = givenExporter(app);
      const [task, other] = [await claimed(who, "A"), await claimed(who, "B")];
      await app.rows("update task set kind = $2 where id = $1", [task.id, kind]);
      await app.arrange((tx) => finishTask(tx, task, outcome));
      assert.partialDeepStrictEqual(await rowOf(task.id), {
        ...free,
        status: outcome.status,
        finishedAt: app.now(),
        expiresAt: later(7 * 86_400),
        readAt: null,
      });
      assert.equal((await rowOf(other.id)).status, "RUNNING");
      const notices = await app.rows("select category, level, title, content, route from notice where user_id = $1", [
        who.userId,
      ]);
      const route = "/RightCenter/DownloadCenter";
      assert.deepEqual(notices, [
        { category: "TASK", level, title, content: `任务 ${task.taskNo}：${content}`, route },
      ]);
      assert.deepEqual(await eventsOf(who), [{ type: "job.finished", jobId: task.id, status: outcome.status }]);
    }
  }));

test("PF-R93 a task that was cancelled is seen, free and keeps no file; tried again it begins from nothing", () =>
  app.holdTime(async () => {
    const who = givenExporter(app);
    const { id } = await claimed(who, "A");
    const { data, msg } = await call(who, contract.cancelTask, { params: { id } });
    assert.equal(msg, "");
    assert.partialDeepStrictEqual(data, { status: "CANCELED", expiresAt: null });
    const over = { ...free, status: "CANCELED", finishedAt: app.now(), readAt: app.now(), expiresAt: null };
    assert.partialDeepStrictEqual(await rowOf(id), over);
    assert.deepEqual(await eventsOf(who), [{ type: "job.finished", jobId: id, status: "CANCELED" }]);
    await app.rows("update task set error_msg = 'x', done = 3, total = 9, expires_at = now(), organization_ids = '{}'");
    await called(who);
    const again = (await call(who, contract.retryTask, { params: { id } })).data;
    assert.partialDeepStrictEqual(again, { status: "QUEUED", errorMsg: null });
    assert.deepEqual(await rowOf(id), { ...fresh, ...free, status: "QUEUED", attempts: 0 });
    assert.deepEqual(await called(who), [id]);
    const [begun] = await app.rows<{ ids: string[] }>("select organization_ids as ids from task where id = $1", [id]);
    assert.deepEqual(begun?.ids, [who.organizationId], "with the rights of now");
    const done = await ended(who, "B", { status: "SUCCESS" });
    assert.equal((await call(who, contract.retryTask, { params: { id: done.id } })).msg, "任务未失败，无需重试");
  }));

test("PF-R93 tasks are found by what they are, newest first; other people's are not there", async () => {
  const who = givenExporter(app);
  const old = await ended(who, "A", { status: "SUCCESS" });
  await app.rows("update task set created_at = '2026-01-05 23:59:59+08', kind = 'IMPORT' where id = $1", [old.id]);
  const plain = (await submitPlain(app, who, { level: "A" })).data;
  const last = await waiting(who, "B");
  await waiting(givenExporter(app), "A");
  const found = async (query: object) => {
    const { data } = await call(who, contract.listTasks, { query });
    return data.list.map(({ id }) => id);
  };
  assert.deepEqual(await found({}), [last, plain.id, old.id]);
  assert.deepEqual(await found({ taskNo: plain.taskNo }), [plain.id]);
  assert.deepEqual(await found({ bizType: "probe.plain" }), [plain.id]);
  assert.deepEqual(await found({ kind: "IMPORT" }), [old.id]);
  assert.deepEqual(await found({ status: "QUEUED" }), [last, plain.id]);
  assert.deepEqual(await found({ createdAt: "2026-01-05,2026-01-05" }), [old.id]);
  const types = (await call(who, contract.listTaskTypes, {})).data.map(
    ({ bizType, bizName }) => `${bizType} ${bizName}`,
  );
  assert.deepEqual(
    ["probe.probe 样本列表", "probe.plain 明文样本", "probe.endless 超多样本", "platform.dictEntry 字典项"].filter(
      (type) => !types.includes(type),
    ),
    [],
  );
  const all = givenExporter(app, { permissions: ["platform:task:list"] });
  await app.rows("update task set owner_name = '王小五' where id = $1", [plain.id]);
  const named = await call(all, contract.listAllTasks, { query: { ownerName: "小五" } });
  assert.deepEqual(
    named.data.list.map(({ id }) => id),
    [plain.id],
  );
});

test("PF-R71 only what has ended and was not seen counts; what has expired is cleared away, one's own alone", async () => {
  const [who, other] = [givenExporter(app), givenExporter(app)];
  const states = ["SUCCESS", "PARTIAL", "FAILED", "CANCELED", "EXPIRED", "QUEUED", "RUNNING"] as const;
  for (const [n, status] of states.entries()) {
    const id = await waiting(who, `${n}`);
    await given(id, status);
  }
  const theirs = await waiting(other, "A");
  await given(theirs, "EXPIRED");
  assert.equal((await call(who, contract.countUnreadTasks, {})).data.count, 3);
  assert.equal((await call(who, contract.readTasks, {})).data.read, 3);
  const seen = await app.rows("select status from task where owner_id = $1 and read_at is not null order by id", [
    who.userId,
  ]);
  assert.deepEqual(seen, [{ status: "SUCCESS" }, { status: "PARTIAL" }, { status: "FAILED" }]);
  assert.equal((await call(who, contract.clearExpiredTasks, {})).data.removed, 1);
  const left = await app.rows<{ status: string }>("select status from task where owner_id = $1 order by id", [
    who.userId,
  ]);
  assert.deepEqual(
    left.map(({ status }) => status),
    states.filter((status) => status !== "EXPIRED"),
  );
  assert.equal((await rowOf(theirs)).status, "EXPIRED");
  for (const [n, msg] of [
    ["5", "任务正在处理，请先取消"] as const,
    ["6", "任务正在处理，请先取消"] as const,
    ["3", ""] as const,
  ]) {
    const [{ id } = { id: "" }] = await app.rows<{ id: string }>(
      "select id from task where owner_id = $1 and params -> 'query' ->> 'level' = $2",
      [who.userId, n],
    );
    assert.equal((await call(who, contract.removeTask, { params: { id } })).msg, msg);
  }
});

test("PF-R93 the same filter is the same in whatever order it is written; of another list it is another", async () => {
  const who = givenExporter(app);
  const query = { level: "A", keyword: "x" };
  assert.equal((await submit(app, who, query, ["name", "phone"])).msg, "");
  const same = await submit(app, who, { keyword: "x", level: "A" }, ["name", "phone"]);
  assert.equal(same.msg, "相同条件的任务正在进行中");
  assert.equal((await submit(app, who, query, ["phone", "name"])).msg, "", "other columns first");
  assert.equal((await submitPlain(app, who, query)).msg, "");
  const [task] = await app.rows("select org_id, organization_ids, owner_name from task where owner_id = $1 limit 1", [
    who.userId,
  ]);
  assert.deepEqual(task, { orgId: who.organizationId, organizationIds: [who.organizationId], ownerName: "李四" });
});

test("PF-R97 a download is told with number and name, and noted at the task; what has no file says so", async () => {
  const who = givenExporter(app);
  const [task, other] = [
    await ended(who, "A", { status: "SUCCESS" }),
    await ended(who, "B", { status: "SUCCESS", failFileId: newId() }),
  ];
  const refusal = async (path: string) => JSON.parse((await fetchDownload(app, who, path)).body.toString()).msg;
  assert.equal(await refusal(filePath(task.id)), "该任务没有可下载的文件");
  assert.equal(await refusal(filePath(task.id, "fail")), "该任务没有可下载的文件");
  assert.equal(await refusal(filePath(other.id)), "该任务没有可下载的文件");
  assert.equal(await refusal(filePath(other.id, "fail")), "附件不存在或已失效，请重新上传", "it is looked for");
  const noted = await app.rows<{ id: string }>("select id from task where downloaded_at is not null", []);
  assert.deepEqual(noted, [{ id: other.id }]);
  const told = (await app.auditOf(other)).filter(({ actionName }) => actionName === "下载任务文件");
  assert.deepEqual(
    told.map(({ summary }) => summary),
    [`${other.taskNo} 样本列表.xlsx`],
  );
  await app.rows("update task set biz_type = 'probe.none' where id = $1", [task.id]);
  assert.equal(await refusal(filePath(task.id)), "您没有该操作的权限，请联系管理员！");
  assert.equal((await submit(app, givenExporter(app, { permissions: [LIST] }))).msgCode, "COMMON_FORBIDDEN");
});

test("PF-R93 only what has a file expires, once its time is over", () =>
  app.holdTime(async () => {
    const who = givenExporter(app);
    const done = await ended(who, "A", { status: "SUCCESS" });
    const failed = await ended(who, "B", { status: "FAILED" });
    const listed = await ended(who, "C", { status: "FAILED", failFileId: newId() });
    const canceled = await waiting(who, "D");
    await call(who, contract.cancelTask, { params: { id: canceled } });
    const ids = [done.id, failed.id, listed.id, canceled];
    const states = async () => {
      await app.arrange(expireTasks);
      return Promise.all(ids.map(async (id) => (await rowOf(id)).status));
    };
    app.passTime(7 * 86_400);
    assert.deepEqual(await states(), ["SUCCESS", "FAILED", "FAILED", "CANCELED"], "to the very moment");
    app.passTime(1);
    assert.deepEqual(await states(), ["EXPIRED", "FAILED", "EXPIRED", "CANCELED"]);
  }));

test("PF-R95 what an import that ended early would have given back is forgotten, what runs keeps it", async () => {
  const who = givenExporter(app);
  const kept: string[] = [];
  for (const status of ["FAILED", "CANCELED", "RUNNING", "SUCCESS"]) {
    const [id, draftId] = [await waiting(who, status), newId()];
    await app.rows(
      `insert into import_draft (id, kind, file_id, file_name, sha256, owner_id, options, total, valid, created_at, sealed_password)
       values ($1, 'x.y', $1, 'x', '\\x00', $2, '{}', 1, 1, now(), '\\x01')`,
      [draftId, who.userId],
    );
    const params = { draftId, options: [] };
    await given(id, status);
    await app.rows("update task set kind = 'IMPORT', params = $2 where id = $1", [id, params]);
    await app.rows("insert into import_secret (task_id, line, sealed) values ($1, 2, '\\x01')", [id]);
    if (status === "RUNNING" || status === "SUCCESS") kept.push(id, draftId);
  }
  await app.arrange(forgetUnfinished);
  const left = await app.rows<{ id: string }>(
    `select task_id as id from import_secret union all select id from import_draft where sealed_password is not null`,
  );
  assert.deepEqual(left.map(({ id }) => id).toSorted(), kept.toSorted());
});
