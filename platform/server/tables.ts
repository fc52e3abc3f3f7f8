import { databaseOf, type RecordRow } from "./db/table.ts";

interface DictTypeRow extends RecordRow {
  code: string;
  name: string;
  module: string;
  builtIn: boolean;
}

interface DictEntryRow extends RecordRow {
  code: string;
  entryMeaning: string;
  entryValue: string;
  sort: number;
  color: string | null;
  status: "ENABLED" | "DISABLED";
}

interface ParamRow extends RecordRow {
  key: string;
  value: string;
}

const { table, db } = databaseOf<{ dictType: DictTypeRow; dictEntry: DictEntryRow; param: ParamRow }>();

export { db };

const forAll = { unscoped: "every organisation shares it" };

export const dictTypes = table("dictType", {
  entity: "字典类型",
  scope: forAll,
  number: "code",
  labels: { code: "字典编码", name: "字典名称" },
});

export const dictEntries = table("dictEntry", {
  entity: "字典项",
  scope: forAll,
  number: "entryValue",
  labels: { entryMeaning: "名称", entryValue: "值", sort: "排序", color: "颜色", status: "状态" },
});

export const params = table("param", { entity: "系统参数", scope: forAll, number: "key", labels: { value: "参数值" } });
