import { type ImportKind, lbsErrors, regionStatuses } from "@ops/platform/contract";
import { insertRecord } from "../db/record.ts";
import type { Tx } from "../db/tx.ts";
import type { ImportRow } from "../excel/check-rows.ts";
import type { ImportSource } from "../excel/import-source.ts";
import { db, regions } from "../tables.ts";
import { changeDivision, lockRegion } from "./edit.ts";
import { soundOf } from "./sound.ts";

const kind: ImportKind = {
  key: "platform.region",
  name: "行政区划",
  permission: "platform:region:edit",
  version: 1,
  columns: [
    { key: "code", title: "编码", required: true, pattern: /^\d{6}$/, note: "6位代码；已存在时更新名称和状态" },
    { key: "name", title: "名称", required: true, max: 60, note: "行政区划的名称" },
    { key: "parentCode", title: "上级编码", pattern: /^\d{6}$/, note: "新增市、区县时填写，可为本文件中靠前的行" },
    { key: "status", title: "状态", words: regionStatuses, note: "默认有效" },
  ],
};

const UNKNOWN_PARENT = "上级编码对应的数据不存在";
const OTHER_PARENT = "上级编码与现有数据不一致";
const TOO_DEEP = "上级编码不能为区县";

/** 行政区划: by code; what is there is renamed and switched, what is new stands below its parent (section 8). */
export const regionImport = {
  kind,
  keyOf: ({ values }) => values["code"] ?? "",
  check: async (tx, rows) => {
    const known = await levelsOf(tx, rows);
    const problems = new Map<number, string>();
    for (const { line, values } of rows) {
      const { code, parentCode = null } = values;
      const there = known.get(code ?? "");
      const parent = known.get(parentCode ?? "");
      if (there && parentCode !== null && there.parentCode !== parentCode) problems.set(line, OTHER_PARENT);
      else if (!there && parentCode !== null && !parent) problems.set(line, UNKNOWN_PARENT);
      else if (!there && parent && parent.level >= 3) problems.set(line, TOO_DEEP);
      else if (!there && code) known.set(code, { level: (parent?.level ?? 0) + 1, parentCode });
    }
    return problems;
  },
  apply: applyRegion,
} satisfies ImportSource;

interface Known {
  readonly level: number;
  readonly parentCode: string | null;
}

async function levelsOf(tx: Tx, rows: readonly ImportRow[]): Promise<Map<string, Known>> {
  const codes = [...new Set(rows.flatMap(({ values }) => [values["code"] ?? "", values["parentCode"] ?? ""]))];
  if (codes.length === 0) return new Map();
  const found = await db(tx)
    .selectFrom("region")
    .select(["code", "level", "parentCode"])
    .where("code", "in", codes)
    .execute();
  return new Map(found.map(({ code, ...facts }) => [code, facts]));
}

async function applyRegion(tx: Tx, { values }: ImportRow): Promise<void> {
  const { code, name, parentCode = null } = values;
  const status = values["status"] === "ABOLISHED" ? ("ABOLISHED" as const) : ("VALID" as const);
  const content = { name: name ?? "", status };
  const there = await db(tx)
    .selectFrom("region")
    .select("replacedBy")
    .where("code", "=", code ?? "")
    .executeTakeFirst();
  if (there) {
    const region = await lockRegion(tx, code ?? "", null);
    await changeDivision(tx, region, { ...content, replacedBy: region.replacedBy });
    return;
  }
  const parent = parentCode === null ? null : await lockRegion(tx, parentCode, null);
  if (parent?.status === "ABOLISHED" && status === "VALID") throw lbsErrors.parentAbolished();
  await insertRecord(tx, regions, {
    code: code ?? "",
    ...content,
    level: (parent?.level ?? 0) + 1,
    parentCode,
    pinyin: await soundOf(tx, content.name),
    lng: null,
    lat: null,
    replacedBy: null,
  });
}
