import { databaseOf } from "./db/table.ts";
import type { PlatformTables } from "./tables.generated.ts";

const { table, db } = databaseOf<PlatformTables>();

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
