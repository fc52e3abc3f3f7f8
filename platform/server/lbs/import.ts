import { type ImportKind, lbsErrors, regionStatuses } from "@ops/platform/contract";
import { sql } from "kysely";
import { insertRecord } from "../db/record/record.ts";
import type { Tx } from "../db/tx.ts";
import type { ImportRow } from "../excel/import/check-rows.ts";
import type { ImportSource } from "../excel/import/import-source.ts";
import { db, type RegionRow, regions } from "../tables.ts";
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

/**
 * The import of 行政区划 by code. Known divisions are renamed and switched, new ones are added below their parent (section
 * 8).
 */
export const regionImport = {
  kind,
  keyOf: ({ values }) => values["code"] ?? "",
  checksAlone: true,
  startMemory: () => new Map<string, Known>(),
  check: async (tx, rows, { memory: known }) => {
    for (const [code, facts] of await knownOf(tx, rows)) if (!known.has(code)) known.set(code, facts);
    const problems = new Map<number, string>();
    for (const row of rows) {
      const problem = problemOf(row, known);
      if (problem !== null) problems.set(row.line, problem);
    }
    return problems;
  },
  apply: applyRegion,
} satisfies ImportSource<unknown, Map<string, Known>>;

type Known = Pick<RegionRow, "level" | "parentCode" | "status">;

const statusOf = ({ values }: ImportRow) =>
  values["status"] === "ABOLISHED" ? ("ABOLISHED" as const) : ("VALID" as const);

/** Finds the problem of a row after the earlier rows, as for a change by hand. An accepted row becomes known. */
function problemOf(row: ImportRow, known: Map<string, Known>): string | null {
  const { code, parentCode = null } = row.values;
  const there = known.get(code ?? "");
  const parent = known.get(there?.parentCode ?? parentCode ?? "");
  if (there && parentCode !== null && there.parentCode !== parentCode) return OTHER_PARENT;
  if (!there && parentCode !== null && !parent) return UNKNOWN_PARENT;
  if (!there && parent && parent.level >= 3) return TOO_DEEP;
  const status = statusOf(row);
  const isComing = there?.status !== "VALID" && status === "VALID";
  if (isComing && parent?.status === "ABOLISHED") return lbsErrors.parentAbolished().message;
  const parts = there && status === "ABOLISHED" ? countParts(known, code ?? "") : 0;
  if (parts > 0) return lbsErrors.hasChildren({ n: parts }).message;
  known.set(code ?? "", { ...(there ?? { level: (parent?.level ?? 0) + 1, parentCode }), status });
  return null;
}

const countParts = (known: ReadonlyMap<string, Known>, code: string) =>
  [...known.values()].filter(({ parentCode, status }) => parentCode === code && status === "VALID").length;

/** Loads the divisions that rows name, their parents, and the parts of those that are to be abolished. */
async function knownOf(tx: Tx, rows: readonly ImportRow[]): Promise<Map<string, Known>> {
  const codes = [...new Set(rows.flatMap(({ values }) => [values["code"] ?? "", values["parentCode"] ?? ""]))];
  const ending = rows.filter((row) => statusOf(row) === "ABOLISHED").map(({ values }) => values["code"] ?? "");
  const { rows: found } = await sql<Known & { code: string }>`select code, level, parent_code, status from region
    where code = any(${codes}::text[]) or parent_code = any(${ending}::text[])
      or code in (select parent_code from region where code = any(${codes}::text[]))`.execute(tx.kysely);
  return new Map(found.map(({ code, ...facts }) => [code, facts]));
}

async function applyRegion(tx: Tx, row: ImportRow): Promise<void> {
  const { code, name, parentCode = null } = row.values;
  const status = statusOf(row);
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
