import { type ImportKind, NOT_INHERITED } from "@ops/platform/contract";
import { sql } from "kysely";
import { changeRecord, insertRecords } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import type { ImportRow } from "../excel/import/check-rows.ts";
import type { HandedBack, ImportSource } from "../excel/import/import-source.ts";
import { type DictEntryRow, db, dictEntries } from "../tables.ts";
import { dictValues } from "./codes.ts";

const kind: ImportKind = {
  key: "platform.dictEntry",
  name: "字典项",
  permission: "platform:dict:edit",
  version: 1,
  columns: [
    { key: "code", title: "字典编码", required: true, max: 50, note: "已有字典类型的编码" },
    { key: "entryMeaning", title: "名称", required: true, max: 100, note: "页面上显示的文字" },
    {
      key: "entryValue",
      title: "值",
      required: true,
      max: 60,
      pattern: NOT_INHERITED,
      note: "保存的值；已存在时更新名称、排序和状态",
    },
    { key: "sort", title: "排序", kind: "int", pattern: /^\d{1,4}$/, note: "0 至 9999 的整数，默认 0" },
    { key: "status", title: "状态", words: { ENABLED: "启用", DISABLED: "停用" }, note: "默认启用" },
  ],
};

/** The import of 字典项 by code and value. Existing entries are renamed, sorted and switched (section 8). */
export const dictEntryImport: ImportSource = {
  kind,
  checksAlone: true,
  keyOf: (row) => keyOf(entryOf(row)),
  check: async (tx, rows) => {
    const codes = [...new Set(rows.flatMap(({ values }) => values["code"] ?? []))];
    const isNamed = sql<boolean>`code = any(${codes}::text[])`;
    const found = await db(tx).selectFrom("dictType").select("code").where(isNamed).execute();
    const known = new Set(found.map(({ code }) => code));
    const unknown = rows.filter(({ values }) => !known.has(values["code"] ?? ""));
    return new Map(unknown.map(({ line }) => [line, "字典编码对应的数据不存在"]));
  },
  applyAll: applyEntries,
  after: async (tx, rows) => {
    const codes = [...new Set(rows.flatMap(({ values }) => values["code"] ?? []))];
    for (const code of codes) await tx.invalidate(`${dictValues.name}:${code}`);
    await tx.tell("everyone", { type: "dict.changed", codes });
  },
};

/** Inserts new entries with one statement, and changes existing ones that differ. */
async function applyEntries(tx: Tx, rows: readonly ImportRow[]): Promise<HandedBack> {
  const wanted = rows.map(entryOf);
  const there = new Map((await lockEntries(tx, wanted)).map((entry) => [keyOf(entry), entry]));
  const made = await insertRecords(
    tx,
    dictEntries,
    wanted.filter((entry) => !there.has(keyOf(entry))).map((entry) => ({ ...entry, color: null })),
  );
  for (const entry of made) there.set(keyOf(entry), entry);
  for (const row of rows) tx.trail.cameFrom(row.line, there.get(keyOf(entryOf(row)))?.id ?? "");
  for (const { entryMeaning, sort, status, ...key } of wanted) {
    const entry = there.get(keyOf(key));
    if (!entry || (entry.entryMeaning === entryMeaning && entry.sort === sort && entry.status === status)) continue;
    await changeRecord(tx, dictEntries, entry, { entryMeaning, sort, status });
  }
  return new Map();
}

type EntryKey = Pick<DictEntryRow, "code" | "entryValue">;
const keyOf = ({ code, entryValue }: EntryKey) => `${code} ${entryValue}`;

function entryOf({ values }: ImportRow) {
  const { code, entryMeaning, entryValue, sort, status } = values;
  return {
    code: code ?? "",
    entryValue: entryValue ?? "",
    entryMeaning: entryMeaning ?? "",
    sort: Number(sort ?? 0),
    status: status === "DISABLED" ? ("DISABLED" as const) : ("ENABLED" as const),
  };
}

async function lockEntries(tx: Tx, keys: readonly EntryKey[]): Promise<DictEntryRow[]> {
  const [codes, values] = [keys.map(({ code }) => code), keys.map(({ entryValue }) => entryValue)];
  const { rows } = await sql<DictEntryRow>`select e.* from dict_entry e
    join unnest(${codes}::text[], ${values}::text[]) wanted (code, entry_value) using (code, entry_value)
    order by e.id for update of e`.execute(tx.kysely);
  return rows;
}
