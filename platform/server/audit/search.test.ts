import assert from "node:assert/strict";
import { test } from "node:test";
import type { FieldMode } from "@ops/platform/contract";
import { type RawBuilder, sql } from "kysely";
import { type DataScope, everything, nothing, systemActor } from "../actor.ts";
import { newId } from "../secret/crypto.ts";
import { probeApp } from "../start/probe.ts";
import { insertPastAudits, type PastAudit } from "./past.ts";
import { type AuditFilter, searchAudit, wholeAudit } from "./search.ts";
import { makeAuditMonths } from "./write.ts";

const app = probeApp();
const [ann, bob, north, south] = [newId(), newId(), newId(), newId()];
const record = newId();
const start = new Date("2026-03-02T00:00:00Z");
const minute = (n: number) => new Date(start.getTime() + n * 60_000);

const past = (summary: string, at: number, more: Partial<PastAudit> = {}): PastAudit => ({
  id: newId(),
  occurredAt: minute(at),
  actorId: ann,
  actorName: "安",
  actorOrgId: north,
  ip: "10.0.0.1",
  module: "probe",
  bizType: "probe",
  bizId: newId(),
  bizNo: null,
  action: "POST /x",
  actionName: "新建",
  summary,
  diffs: [],
  reason: null,
  source: "WEB",
  result: "SUCCESS",
  traceId: newId(),
  ...more,
});

const rows: readonly PastAudit[] = [
  past("一", 1, { bizId: record, bizNo: "P-1", reason: "为何" }),
  past("二", 2, { actorId: bob, actorName: "鲍", actorOrgId: south, actionName: "编辑" }),
  past("三", 3, { actorOrgId: `${north},${south}`, result: "REFUSED" }),
  past("四", 4, { actorId: bob, actorOrgId: "", module: "other", bizType: "unknown", bizNo: "P-1" }),
  past("五", 5, { actionName: "删除", actorOrgId: south, bizNo: "P-2" }),
];
let given: Promise<void> | undefined;
/** Written once for all tests of the file. */
function givenRows(): Promise<void> {
  given ??= app.arrange(async (tx) => {
    await makeAuditMonths(tx, start);
    await insertPastAudits(tx, rows);
  });
  return given;
}

interface Reading {
  readonly scope?: DataScope;
  readonly mode?: FieldMode;
  readonly pageNo?: number;
  readonly pageSize?: number;
}

async function page(filter: AuditFilter, { scope = everything, mode, pageNo = 1, pageSize = 10 }: Reading = {}) {
  await givenRows();
  return app.arrange((tx) => {
    const actor = { ...systemActor, fieldMode: mode ? () => mode : null };
    const within = { occurredAt: { from: minute(0), until: minute(60) }, ...filter };
    return searchAudit({ ...tx, actor }, { pageNo, pageSize }, within, scope);
  });
}
const found = async (filter: AuditFilter, reading?: Reading) =>
  (await page(filter, reading)).list.map(({ summary }) => summary).join("");

test("PF-R99 an entry tells everything of its row, the places of the person and what the record is called", async () => {
  const [entry] = (await page({ bizId: record })).list;
  const { actorOrgId: _places, ...row } = rows[0] ?? assert.fail();
  assert.deepEqual(entry, { ...row, actorOrgIds: [north], bizTypeName: "样本", seal: "OPEN" });
  const [nowhere, both] = [(await page({ module: "other" })).list[0], (await page({ result: "REFUSED" })).list[0]];
  assert.deepEqual([nowhere?.actorOrgIds, nowhere?.bizTypeName], [[], "unknown"]);
  assert.deepEqual(both?.actorOrgIds, [north, south]);
});

test("PF-R99 each filter restricts, alone and with others, whichever of them leads; the newest come first", async () => {
  const table: [AuditFilter, string][] = [
    [{}, "五四三二一"],
    [{ module: "probe" }, "五三二一"],
    [{ bizType: "unknown" }, "四"],
    [{ bizId: record }, "一"],
    [{ record }, "一"],
    [{ record: "P-1" }, "四一"],
    [{ record: "P-1", module: "probe" }, "一"],
    [{ result: "REFUSED" }, "三"],
    [{ result: "SUCCESS" }, "五四二一"],
    [{ actorIds: [bob] }, "四二"],
    [{ actorIds: [ann, bob] }, "五四三二一"],
    [{ actorIds: [] }, ""],
    [{ actorIds: [bob], organizationIds: [south] }, "二"],
    [{ actorIds: [ann], actionNames: ["新建"] }, "三一"],
    [{ actionNames: ["编辑", "删除"] }, "五二"],
    [{ actionNames: ["新建"], organizationIds: [north] }, "一"],
    [{ organizationIds: [south] }, "五二"],
    [{ organizationIds: [north, south], result: "SUCCESS" }, "五二一"],
    [{ record: "P-1", actorIds: [bob] }, "四"],
    [{ bizId: record, actionNames: ["编辑"] }, ""],
    [{ occurredAt: { from: minute(2), until: minute(4) } }, "三二"],
    [{ actorIds: [ann], occurredAt: { from: minute(1), until: minute(5) } }, "三一"],
  ];
  for (const [filter, summaries] of table) {
    assert.equal(await found(filter), summaries, JSON.stringify(filter));
    assert.equal((await page(filter)).total, summaries.length, JSON.stringify(filter));
  }
});

test("PF-R105 a reader finds what was done in the organisations of the scope, and the own doings anywhere", async () => {
  const places = (...ids: string[]): RawBuilder<unknown> => sql`select unnest(${ids}::uuid[])`;
  const scopes: [DataScope, string, string][] = [
    [nothing, "", ""],
    [{ all: false, organizations: places(south), selfId: null }, "五二", "二"],
    [{ all: false, organizations: null, selfId: bob }, "四二", "四二"],
    [{ all: false, organizations: places(south, south), selfId: bob }, "五四二", "四二"],
    [{ all: false, organizations: places(north, south), selfId: null }, "五二一", "二"],
  ];
  for (const [scope, all, ofBob] of scopes) {
    assert.equal(await found({}, { scope }), all);
    assert.equal(await found({ actorIds: [bob] }, { scope }), ofBob);
    assert.equal((await page({}, { scope })).total, all.length);
    assert.equal(await found({ module: "other" }, { scope }), all.includes("四") ? "四" : "");
  }
  const wide = scopes[3]?.[0] ?? nothing;
  assert.equal(await found({}, { scope: wide, pageSize: 2 }), "五四");
  assert.equal(await found({}, { scope: wide, pageSize: 2, pageNo: 2 }), "二");
  assert.equal(await found({}, { pageSize: 2, pageNo: 2 }), "三二");
  assert.equal(await found({ organizationIds: [north, south] }, { pageSize: 1, pageNo: 2 }), "二");
});

test("AU-R20 where roles close a number or a field, the log neither shows it nor finds by it", async () => {
  const diff = { bizType: "probe", bizId: newId(), field: "phone", label: "手机号", before: null, after: "138****" };
  const other = { ...diff, field: "level", label: "等级", after: "A" };
  await givenRows();
  await app.arrange((tx) => insertPastAudits(tx, [past("六", 70, { bizNo: "P-6", diffs: [diff, other] })]));
  const later = { occurredAt: { from: minute(70), until: minute(71) } };
  const shownTo = async (mode?: FieldMode) => {
    const [entry] = (await page(later, mode ? { mode } : {})).list;
    return [entry?.bizNo, ...(entry?.diffs ?? []).map(({ before, after }) => `${before} ${after}`)];
  };
  const open = ["P-6", "null 138****", "null A"];
  assert.deepEqual([await shownTo(), await shownTo("READ")], [open, open]);
  const closed = [null, "null ******", "null A"];
  assert.deepEqual([await shownTo("MASK"), await shownTo("HIDE")], [closed, closed]);
  assert.equal(await found({ record: "P-1" }, { mode: "HIDE" }), "四", "of another kind of record");
  assert.equal(await found({ record }, { mode: "HIDE" }), "一", "by its id");
});

test("PF-R94 all of it, for a file: counted and in the same order", async () => {
  await givenRows();
  const whole = await app.arrange(async (tx) => {
    const list = wholeAudit(tx, { occurredAt: { from: minute(0), until: minute(60) } }, async (entries) => entries);
    const summaries: unknown[] = [];
    for await (const some of list.chunks()) summaries.push(...some.map((one) => Reflect.get(one, "summary")));
    return [await list.count(10), await list.count(2), summaries.join("")];
  });
  assert.deepEqual(whole, [5, 3, "五四三二一"]);
});
