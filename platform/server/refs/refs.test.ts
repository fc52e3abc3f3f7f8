import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import {
  actsOf,
  businessErrors,
  callsOf,
  pointer,
  ref,
  refKind,
  refName,
  requiredText,
  searchRefs,
  shape,
  sheet,
  switchStates,
} from "@ops/platform/contract";
import { sql } from "kysely";
import { z } from "zod";
import { acting } from "../db/record/acting.ts";
import { asStored, changeRecord, insertRecord, lockRecord } from "../db/record/record.ts";
import { databaseOf, type RecordRow } from "../db/record/table.ts";
import { conditionsOf } from "../excel/conditions.ts";
import { cellsOf, refNamesIn } from "../excel/workbook/cells.ts";
import { writes } from "../http/route.ts";
import { defineModule } from "../module.ts";
import { newId } from "../secret/crypto.ts";
import { createProbe, listProbes, type ProbePerson, probeApp, probeModule, probes } from "../start/probe.ts";
import { refTo } from "./ref-to.ts";

const ProbeRef = refKind("probe", { entity: "样本", hint: "名称" });
const errors = businessErrors("PROBE", { closed: "样本已停用" });

const noteStates = switchStates("NOTE", "便条");
const NoteShape = shape("probeNote", "便条", {
  status: noteStates.schema,
  title: requiredText("标题", 40),
  probeId: ref(ProbeRef, "样本").nullable(),
  otherIds: z.array(ref(ProbeRef, "其他样本")).default([]),
  ruledId: ref(ProbeRef, "另查样本", { checkedBy: "service" }).nullable().default(null),
  leadId: pointer(ProbeRef, "领头").nullable().default(null),
});
const Note = NoteShape.answer({ probeName: refName(ProbeRef, "probeId", "样本") });
const calls = callsOf(NoteShape, {
  path: "/probe/v1/notes",
  answer: NoteShape.answer({}),
  view: "probe:note:list",
  edit: "probe:note:edit",
});
const listNotes = callsOf(NoteShape, {
  path: "/probe/v1/notes",
  answer: Note,
  view: "probe:note:list",
  edit: "probe:note:edit",
}).list(NoteShape.query({ is: ["probeId"] }));
const createNote = calls.create(NoteShape.pick("title", "probeId", "otherIds", "ruledId", "leadId"));
const leadNote = callsOf(NoteShape, {
  path: "/probe/v1/notes",
  answer: NoteShape.answer({}),
  view: "probe:note:list",
  edit: "probe:note:lead",
}).on("lead", "指定领头", NoteShape.pick("leadId"));
const editNote = calls.edit(NoteShape.pick("title", "probeId", "otherIds"));
const noteActs = actsOf(
  noteStates,
  { path: "/probe/v1/notes", answer: NoteShape.answer({}), number: "title" },
  { disable: { permission: "probe:note:edit", audit: "停用便条", body: NoteShape.pick("probeId") } },
);
const noteSheet = sheet({
  key: "probe.note",
  name: "便条",
  list: listNotes,
  path: "/probe/v1/notes/export",
  permission: "probe:note:export",
  columns: { title: true, probeId: true, otherIds: true },
});

interface NoteColumns extends RecordRow {
  status: "ENABLED" | "DISABLED";
  title: string;
  probeId: string | null;
  otherIds: string[];
  ruledId: string | null;
  leadId: string | null;
}
const { tableOf } = databaseOf<{ probeNote: NoteColumns }>();
const notes = tableOf(NoteShape, { scope: { unscoped: "a test" }, number: "title" });

function migrationFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "probe-notes-"));
  const columns =
    "status text not null, title text not null, probe_id uuid, other_ids uuid[] not null, ruled_id uuid, lead_id uuid";
  const stamps = "created_at timestamptz not null, created_by uuid not null, updated_at timestamptz not null";
  const table = `create table probe_note (id uuid primary key, version int not null, ${stamps}, updated_by uuid not null, ${columns});`;
  writeFileSync(join(folder, "0001-note.sql"), table);
  return folder;
}

const noteModule = defineModule({
  name: "probeNote",
  migrations: migrationFolder(),
  refs: [
    refTo(ProbeRef, probes, {
      name: "name",
      orderBy: ["createdAt", "asc"],
      open: { column: "level", values: ["A", "B"], refusal: errors.closed },
      listedBy: listProbes,
      notes: async (_tx, rows) => new Map(rows.map(({ id, level }) => [id, `${level}级`])),
    }),
  ],
  routes: [
    writes(createNote, (tx, { body }) => insertRecord(tx, notes, { ...body, status: "ENABLED" })),
    writes(leadNote, async (tx, { params, body: { version, ...body } }) =>
      changeRecord(tx, notes, await lockRecord(tx, notes, params.id, version, asStored), body),
    ),
    writes(editNote, async (tx, { params, body: { version, ...body } }) =>
      changeRecord(tx, notes, await lockRecord(tx, notes, params.id, version, asStored), body),
    ),
    ...acting(noteActs, notes, {
      present: async (_tx, rows) => [...rows],
      on: { disable: (_tx, _note, { probeId }) => ({ probeId }) },
    }).routes,
  ],
});
const app = probeApp({ modules: [probeModule, noteModule] });
const home = newId();
const codes = ["probe:probe:list", "probe:probe:edit", "probe:note:edit"];
const admit = (token: string, more: Partial<ProbePerson> = {}) =>
  app.admit(token, { userId: newId(), organizationId: home, permissions: codes, ...more });
const scoped = () => admit("scoped", { scope: { all: false, organizations: sql`select ${home}::uuid`, selfId: null } });

async function givenProbe(name: string, level = "A", organizationId = home): Promise<string> {
  const token = admit("maker", { organizationId });
  const { data } = await app.call(createProbe, { body: { name, phone: "1", level: "A" } }, { token });
  if (level !== "A") await app.rows("update probe set level = $2 where id = $1", [data.id, level]);
  return data.id;
}

const create = (probeId: string | null, otherIds: string[] = [], token = scoped()) =>
  app.call(createNote, { body: { title: "便条", probeId, otherIds } }, { token });
const told = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg].join(" ").trim();

test("a call that points at an unknown record, or at one out of scope, is refused before its handler", async () => {
  const [near, far] = [await givenProbe("近处"), await givenProbe("远处", "A", newId())];
  const missing = "COMMON_NOT_FOUND 数据不存在或已被删除";
  assert.equal(told(await create(near)), "");
  assert.equal(told(await create(null)), "");
  assert.equal(told(await create(newId())), missing);
  assert.equal(told(await create(far)), missing);
  assert.equal(told(await create(near, [near, far])), missing, "one of many");
  assert.equal(told(await create(far, [], admit("everybody"))), "");
  assert.equal(
    told(await app.call(createNote, { body: { title: "便条", probeId: "x" } }, { token: scoped() })),
    "COMMON_PARAM 请选择样本！",
  );
  const attempts = await app.rows("select from audit_log where action_name = '越权尝试' or result = 'REFUSED'");
  assert.ok(attempts.length >= 2, "what lies out of scope was reached for");
});

test("a record that is out of service is refused, and stays where it was chosen before", async () => {
  const [open, closing] = [await givenProbe("开"), await givenProbe("将停")];
  const { data } = await create(closing, [closing]);
  await app.rows("update probe set level = 'C' where id = $1", [closing]);
  const closed = "PROBE_CLOSED 样本已停用";
  assert.equal(told(await create(closing)), closed);
  const edit = async (version: number, probeId: string, otherIds: string[]) =>
    told(
      await app.call(
        editNote,
        { params: { id: data.id }, body: { title: "改", probeId, otherIds, version } },
        { token: scoped() },
      ),
    );
  assert.equal(await edit(1, closing, [closing]), "", "unchanged");
  assert.equal(await edit(2, open, [closing]), "");
  assert.equal(await edit(3, closing, [closing]), closed, "it was given up before");
  await app.rows("update probe set org_id = $2 where id = $1", [open, newId()]);
  assert.equal(await edit(3, open, []), "", "what went out of scope stays too");
});

test("an act, too, lets its record point at what it points at already", async () => {
  const closing = await givenProbe("将停");
  const [kept, other] = [await create(closing), await create(null)];
  await app.rows("update probe set level = 'C' where id = $1", [closing]);
  const disable = async (id: string) => {
    const input = { params: { id }, body: { probeId: closing, version: 1 } };
    return told(await app.call(noteActs.endpoints.disable, input, { token: scoped() }));
  };
  assert.equal(await disable(kept.data.id), "");
  assert.equal(await disable(other.data.id), "PROBE_CLOSED 样本已停用");
  assert.equal(await disable(newId()), "COMMON_NOT_FOUND 数据不存在或已被删除", "its record is looked at first");
});

test("the log tells the names of what a record pointed at and points at", async () => {
  const [first, second] = [await givenProbe("前者"), await givenProbe("后者")];
  const { data } = await create(first);
  const body = { title: "便条", probeId: second, otherIds: [first, second], version: 1 };
  await app.call(editNote, { params: { id: data.id }, body }, { token: scoped() });
  const [made, edited] = await app.rows<{ diffs: { label: string; before: string | null; after: string | null }[] }>(
    "select diffs from audit_log where biz_id = $1 order by occurred_at",
    [data.id],
  );
  const lines = (row: typeof made) => row?.diffs.map(({ label, before, after }) => `${label}：${before}→${after}`);
  assert.ok(lines(made)?.includes("样本：null→前者"));
  assert.deepEqual(lines(edited), ["样本：前者→后者", "其他样本：null→前者、后者"]);
});

test("what the service of a call rules is left to it, and told by name all the same", async () => {
  const [near, far] = [await givenProbe("近旁"), await givenProbe("远方", "A", newId())];
  const body = { title: "便条", probeId: near, otherIds: [], ruledId: far, leadId: far };
  const { data, msg } = await app.call(createNote, { body }, { token: scoped() });
  assert.equal(msg, "");
  const [made] = await app.rows<{ diffs: { label: string; after: string | null }[] }>(
    "select diffs from audit_log where biz_id = $1",
    [data.id],
  );
  const lines = made?.diffs.map(({ label, after }) => `${label}：${after}`);
  assert.deepEqual(lines?.slice(-2), ["另查样本：远方", "领头：远方"]);
});

test("whoever may list records may search them, and a field that only names them opens nothing", async () => {
  const near = await givenProbe("列出");
  const search = async (by: string, permissions: readonly string[]) => {
    const token = admit("lister", { permissions: [...permissions] });
    const answer = await app.call(searchRefs, { params: { kind: "probe" }, query: { by, keyword: "列出" } }, { token });
    return answer.success ? answer.data.map(({ id }) => id) : answer.msgCode;
  };
  assert.deepEqual(await search("probe:probe:list", ["probe:probe:list"]), [near]);
  assert.equal(await search("probe:probe:list", ["probe:probe:edit"]), "COMMON_FORBIDDEN");
  assert.equal(await search("probe:note:lead", ["probe:note:lead"]), "COMMON_FORBIDDEN");
});

test("records are searched by whoever may make a call that points at them, inside the scope of its code", async () => {
  const [near, far] = [await givenProbe("寻找甲"), await givenProbe("寻找甲远", "A", newId())];
  const off = await givenProbe("寻找乙停", "C");
  const search = async (query: { by: string; keyword?: string; ids?: string }, token = scoped()) => {
    const answer = await app.call(searchRefs, { params: { kind: "probe" }, query }, { token });
    return answer.success ? answer.data : told(answer);
  };
  const by = "probe:note:edit";
  const found = { id: near, name: "寻找甲", no: "寻找甲", note: "A级" };
  assert.deepEqual(await search({ by, keyword: "寻找" }), [found]);
  assert.deepEqual(await search({ by, keyword: "寻找_" }), [], "signs of the database are letters here");
  assert.deepEqual(await search({ by, ids: `${near},${far},${off},x` }), [
    found,
    { id: off, name: "寻找乙停", no: "寻找乙停", note: "C级" },
  ]);
  const ofAll = await search({ by, keyword: "寻找甲远" }, admit("all"));
  assert.equal(Array.isArray(ofAll) && ofAll[0]?.id, far);
  const forbidden = "COMMON_FORBIDDEN 您没有该操作的权限，请联系管理员！";
  assert.equal(await search({ by: "probe:probe:edit" }), forbidden, "no call of this code points at one");
  assert.equal(await search({ by }, admit("stranger", { permissions: ["probe:probe:list"] })), forbidden);
  const unknown = await app.call(searchRefs, { params: { kind: "nothing" }, query: { by } }, { token: scoped() });
  assert.equal(unknown.msgCode, "COMMON_NOT_FOUND");
});

test("a sheet names what its rows point at, and its filter only what the reader sees", async () => {
  const [near, far] = [await givenProbe("表内"), await givenProbe("表外", "A", newId())];
  const neither = { ruledId: null, leadId: null };
  await app.arrange(async (tx) => {
    const rows = [
      {
        id: "1",
        version: 1,
        status: "ENABLED",
        title: "一",
        probeId: far,
        otherIds: [near, far],
        probeName: "",
        ...neither,
      },
      { id: "2", version: 1, status: "ENABLED", title: "二", probeId: null, otherIds: [], probeName: "", ...neither },
    ];
    const names = await refNamesIn(tx, noteSheet.columns, rows);
    const cells = [...cellsOf(noteSheet as never, noteSheet.columns, new Map())(tx.actor, rows, undefined, names)];
    assert.deepEqual(cells, [
      ["一", "表外", "表内、表外"],
      ["二", null, ""],
    ]);
    const actor = {
      ...tx.actor,
      scopeOf: () => ({ all: false, organizations: sql`select ${home}::uuid`, selfId: null }) as const,
    };
    const source = { sheet: noteSheet as never, rows: async () => assert.fail(), nameOf: async () => null };
    const told = async (probeId: string) => (await conditionsOf({ ...tx, actor }, source, { probeId }))[0];
    assert.deepEqual(await told(near), { label: "样本", value: "表内" });
    assert.deepEqual(await told(far), { label: "样本", value: far });
  });
});

test("two owners of one kind are refused at the start, and a kind without an owner at the call", async () => {
  const { refsOfModules, sourceOf } = await import("./source.ts");
  assert.throws(() => refsOfModules([noteModule, noteModule]), /publish the same kind/);
  await app.arrange(async (tx) => void assert.throws(() => sourceOf(tx, "nobodys"), /nobody publishes/));
});
