import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CityRef,
  checkImport,
  dictCode,
  type ImportKind,
  listImportKinds,
  ref,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { newId } from "../../secret/crypto.ts";
import { importRoutes } from "../routes.ts";
import { type Exporter, exportApp, givenExporter, waitForTask } from "../testing.ts";
import { type ImportCall, type ImportSource, requireSoundKind } from "./import-source.ts";
import { importCalls, upload } from "./testing-import.ts";

const PERMISSION = "probe:push:import";
const beside = z.object({
  pushId: withMeta(z.uuid("请选择推送任务"), { label: "推送任务" }),
  city: ref(CityRef, "城市").optional(),
  purpose: dictCode("t_beside", "目的").optional(),
  urgency: withMeta(z.int("紧急程度格式不正确").min(1).max(3), { label: "紧急程度" }).default(2),
});
type Beside = z.output<typeof beside>;

const kind = {
  key: "probe.push",
  name: "推送对象",
  permission: PERMISSION,
  version: 1,
  columns: [{ key: "name", title: "名称", required: true }],
  beside,
} satisfies ImportKind;

const told: { step: string; beside: Beside }[] = [];
const tell = (step: string, call: ImportCall<unknown, unknown, Beside>) =>
  void told.push({ step, beside: call.beside });
const pushes: ImportSource<unknown, unknown, Beside> = {
  kind,
  keyOf: ({ values }) => values["name"] ?? "",
  check: async (_tx, _rows, call) => {
    tell(call.taskId === null ? "check" : "check again", call);
    return new Map();
  },
  apply: async (_tx, _row, call) => tell("write", call),
};
const plain: ImportSource = {
  kind: { key: "probe.plain", name: "普通", permission: PERMISSION, version: 1, columns: kind.columns },
  keyOf: ({ values }) => values["name"] ?? "",
  check: async () => new Map(),
  apply: async () => undefined,
};

const app = exportApp(true, [pushes as ImportSource, plain]);
const { workbook, confirm } = importCalls(app, kind.key, ["名称*"]);
const importer = () => givenExporter(app, { permissions: [PERMISSION] });

async function check(who: Exporter, sent: object | undefined, { key = kind.key, file = workbook([["甲"]]) } = {}) {
  const body = { fileId: await upload(app, who, await file), ...(sent ? { beside: { ...sent } } : {}) };
  return app.call(checkImport, { params: { kind: key }, body }, { token: who.token });
}

test("PF-R133 what is sent beside the file is handed to the check and to every row that is written", async () => {
  const who = importer();
  told.length = 0;
  const pushId = newId();
  const { data } = await check(who, { pushId, city: "310100" });
  const { data: task } = await confirm(who, data.id);
  assert.equal((await waitForTask(app, who, task.id)).status, "SUCCESS");
  const read = { pushId, city: "310100", urgency: 2 };
  assert.deepEqual(
    told,
    ["check", "check again", "write"].map((step) => ({ step, beside: read })),
  );
  const [kept] = await app.rows<{ params: unknown }>("select params from task where id = $1", [task.id]);
  assert.deepEqual(kept?.params, { draftId: data.id, options: [], beside: { pushId, city: "310100" } });
});

test("PF-R133 what is sent beside the file is checked like a body: schema, unknown properties, references, dictionaries", async () => {
  const who = importer();
  const at = [new Date(), newId()];
  await app.rows(
    `insert into dict_type (id, created_at, created_by, updated_at, updated_by, code, name, module, built_in)
     values ('${newId()}', $1, $2, $1, $2, 't_beside', '目的', 'probe', false)`,
    at,
  );
  await app.rows(
    `insert into dict_entry (id, created_at, created_by, updated_at, updated_by, code, entry_meaning, entry_value, sort, status)
     values ('${newId()}', $1, $2, $1, $2, 't_beside', '通知', 'TELL', 1, 'ENABLED'),
       ('${newId()}', $1, $2, $1, $2, 't_beside', '停用的', 'OLD', 2, 'DISABLED')`,
    at,
  );
  const pushId = newId();
  const answers = async (sent: object | undefined, key?: string) => {
    const { msgCode, msg } = await check(who, sent, key ? { key } : {});
    return [msgCode, msg];
  };
  assert.deepEqual(await answers(undefined), ["COMMON_PARAM", "请选择推送任务"]);
  assert.deepEqual(await answers({ pushId: "x" }), ["COMMON_PARAM", "请选择推送任务"]);
  assert.deepEqual(await answers({ pushId, urgency: 1.5 }), ["COMMON_PARAM", "紧急程度格式不正确"]);
  assert.deepEqual(await answers({ pushId, other: 1 }), ["COMMON_PARAM", "参数格式不正确"]);
  assert.deepEqual((await answers({ pushId, city: "999900" }))[0], "LBS_UNKNOWN");
  assert.deepEqual(await answers({ pushId, purpose: "NONE" }), ["COMMON_PARAM", "目的不在字典中"]);
  assert.deepEqual(await answers({ pushId, purpose: "OLD" }), ["COMMON_PARAM", "目的不在字典中"]);
  assert.deepEqual(await answers({ pushId, purpose: "TELL" }), ["", ""]);
  assert.deepEqual(await answers({ pushId: "y".repeat(201) }), ["COMMON_PARAM", "附加信息格式不正确"]);
  assert.deepEqual(await answers({ pushId }, "probe.plain"), ["COMMON_PARAM", "参数格式不正确"], "it takes nothing");
});

test("PF-R133 the same file for another record is no repetition, for the same one it is", async () => {
  const who = importer();
  const file = workbook([["乙"]]);
  const pushId = newId();
  const { data } = await check(who, { pushId }, { file });
  await confirm(who, data.id);
  assert.equal((await check(who, { pushId: newId() }, { file })).msgCode, "");
  assert.equal((await check(who, { pushId }, { file })).msgCode, "IMPORT_DUPLICATE_FILE");
});

test("PF-R133 the kinds say which of them cannot begin without something beside the file", async () => {
  const { data } = await app.call(listImportKinds, {}, { token: importer().token });
  assert.deepEqual(
    data.map(({ key, needsBeside }) => [key, needsBeside]),
    [
      ["probe.push", true],
      ["probe.plain", false],
    ],
  );
});

test("PF-R133 a kind may take files of up to 50,000 rows, and no more", () => {
  requireSoundKind({ ...plain.kind, mostRows: 50_000 });
  requireSoundKind(plain.kind);
  assert.throws(() => requireSoundKind({ ...plain.kind, mostRows: 50_001 }), /probe.plain/);
  assert.throws(() => requireSoundKind({ ...plain.kind, mostRows: 0 }));
  const tooMany = { ...plain, kind: { ...plain.kind, mostRows: 50_001 } };
  assert.throws(() => importRoutes(new Map([[plain.kind.key, tooMany]])), /probe.plain/, "no node starts with it");
});
