import type { ImportKind } from "@ops/platform/contract";
import { changeRecord, insertRecord, lockRecord } from "../db/record.ts";
import type { Tx } from "../db/tx.ts";
import type { ImportRow } from "../excel/check-rows.ts";
import type { ImportSource } from "../excel/import-source.ts";
import { db, dictEntries } from "../tables.ts";

const kind: ImportKind = {
  key: "platform.dictEntry",
  name: "字典项",
  permission: "platform:dict:edit",
  version: 1,
  columns: [
    { key: "code", title: "字典编码", required: true, max: 50, note: "已有字典类型的编码" },
    { key: "entryMeaning", title: "名称", required: true, max: 100, note: "页面上显示的文字" },
    { key: "entryValue", title: "值", required: true, max: 60, note: "保存的值；已存在时更新名称、排序和状态" },
    { key: "sort", title: "排序", kind: "int", pattern: /^\d{1,4}$/, note: "0 至 9999 的整数，默认 0" },
    { key: "status", title: "状态", words: { ENABLED: "启用", DISABLED: "停用" }, note: "默认启用" },
  ],
};

/** 字典项: by code and value; what is there is renamed, sorted and switched (section 8). */
export const dictEntryImport: ImportSource = {
  kind,
  keyOf: ({ values }) => `${values["code"]} ${values["entryValue"]}`,
  check: async (tx, rows) => {
    const codes = [...new Set(rows.flatMap(({ values }) => values["code"] ?? []))];
    if (codes.length === 0) return new Map();
    const found = await db(tx).selectFrom("dictType").select("code").where("code", "in", codes).execute();
    const known = new Set(found.map(({ code }) => code));
    const unknown = rows.filter(({ values }) => !known.has(values["code"] ?? ""));
    return new Map(unknown.map(({ line }) => [line, "字典编码对应的数据不存在"]));
  },
  apply: applyEntry,
  after: async (tx, rows) => {
    const codes = [...new Set(rows.flatMap(({ values }) => values["code"] ?? []))];
    await tx.tell("everyone", { type: "dict.changed", codes });
  },
};

async function applyEntry(tx: Tx, { values }: ImportRow): Promise<void> {
  const { code, entryMeaning, entryValue, sort, status } = values;
  const key = { code: code ?? "", entryValue: entryValue ?? "" };
  const content = {
    entryMeaning: entryMeaning ?? "",
    sort: Number(sort ?? 0),
    status: status === "DISABLED" ? ("DISABLED" as const) : ("ENABLED" as const),
  };
  const there = await db(tx)
    .selectFrom("dictEntry")
    .select("id")
    .where("code", "=", key.code)
    .where("entryValue", "=", key.entryValue)
    .executeTakeFirst();
  if (there) await changeRecord(tx, dictEntries, await lockRecord(tx, dictEntries, there.id, null), content);
  else await insertRecord(tx, dictEntries, { ...key, ...content, color: null });
}
