import { BusinessError } from "@ops/platform/contract";
import type { ImportRow, ImportSource, Tx, Verdict } from "@ops/platform/server";
import { headcountImport, positionErrors, quota } from "../../contract/index.ts";
import { storePositions } from "../position/published.ts";
import { type NewQuota, quotaKey, requireDay, saveQuotasOf } from "./quotas.ts";

function quotaOf({ values }: ImportRow): NewQuota {
  const { storeId, positionCode, effectiveFrom, quota: typed } = values;
  return {
    storeId: storeId ?? "",
    positionCode: positionCode ?? "",
    effectiveFrom: effectiveFrom ?? "",
    quota: Number(typed),
    source: "IMPORT",
    reason: null,
  };
}

/** 编制导入: a quota of the same day is overwritten. */
export const headcountImportSource: ImportSource = {
  kind: headcountImport,
  checksAlone: true,
  keyOf: (row) => quotaKey(quotaOf(row)),
  check: async (tx, rows) => {
    const known = await storePositions(tx);
    const verdicts = rows.map((row): [number, Verdict | null] => [row.line, refusalOf(tx, row, known)]);
    return new Map(verdicts.flatMap(([line, verdict]) => (verdict === null ? [] : [[line, verdict]])));
  },
  applyAll: async (tx, rows) => {
    const saved = await saveQuotasOf(tx, rows.map(quotaOf));
    for (const row of rows) tx.trail.cameFrom(row.line, saved.get(quotaKey(quotaOf(row)))?.id ?? "");
    return new Map();
  },
};

function refusalOf(tx: Tx, row: ImportRow, positions: ReadonlyMap<string, unknown>): Verdict | null {
  const wanted = quotaOf(row);
  if (!positions.has(wanted.positionCode)) return positionErrors.positionUnknown({ code: wanted.positionCode });
  if (!quota.safeParse(wanted.quota).success) return "编制须为0-200";
  try {
    requireDay(tx, wanted.effectiveFrom);
    return null;
  } catch (refusal) {
    if (refusal instanceof BusinessError) return refusal;
    throw refusal;
  }
}
