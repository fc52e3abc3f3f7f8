import { changeRecord, insertRecord, reads, removeRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { headcountErrors } from "../../contract/index.ts";
import { db, findRows } from "../database.ts";
import { requireKnownPositions, storePositions } from "../position/published.ts";
import { cellKey } from "./facts.ts";
import { requireDay, saveQuotasOf } from "./quotas.ts";
import { type TemplateRow, templateTable } from "./tables.ts";
import { applyTemplate, templateOf } from "./template.ts";

export const saveQuotas = writes(contract.saveQuotas, async (tx, { body: { effectiveFrom, reason, cells } }) => {
  tx.trail.reason = reason;
  requireDay(tx, effectiveFrom);
  if (new Set(cells.map(cellKey)).size < cells.length) throw headcountErrors.headcountTwice();
  await requireKnownPositions(
    tx,
    cells.map(({ positionCode }) => positionCode),
  );
  await saveQuotasOf(
    tx,
    cells.map((cell) => ({ ...cell, effectiveFrom, source: "MANUAL", reason })),
  );
  return true as const;
});

export const listTemplates = reads(contract.listTemplates, async (tx) =>
  presentTemplates(tx, await findRows(tx, "headcountTemplate", {}, "storeType", "storeLevel", "positionCode")),
);

export const saveTemplate = writes(contract.saveTemplate, async (tx, { body: { storeType, storeLevel, rows } }) => {
  const kind = { storeType, storeLevel };
  const codes = rows.map(({ positionCode }) => positionCode);
  if (new Set(codes).size < codes.length) throw headcountErrors.templateTwice();
  if (rows.some(({ quota, minOpen }) => minOpen > quota)) throw headcountErrors.templateOpen();
  await requireKnownPositions(tx, codes);
  const known = await lockTemplate(tx, kind);
  for (const before of known.filter(({ positionCode }) => !codes.includes(positionCode))) {
    await removeRecord(tx, templateTable, before);
  }
  for (const row of rows) {
    const before = known.find(({ positionCode }) => positionCode === row.positionCode);
    if (!before) await insertRecord(tx, templateTable, { ...kind, ...row });
    else if (before.quota !== row.quota || before.minOpen !== row.minOpen) {
      await changeRecord(tx, templateTable, before, { quota: row.quota, minOpen: row.minOpen });
    }
  }
  return presentTemplates(tx, await templateOf(tx, kind));
});

export const applyTemplates = writes(contract.applyTemplates, async (tx, { body }) => {
  const { effectiveFrom, reason, storeIds } = body;
  tx.trail.reason = reason;
  requireDay(tx, effectiveFrom);
  for (const store of await findRows(tx, "store", { id: storeIds }, "id")) {
    if ((await templateOf(tx, store)).length === 0) throw headcountErrors.templateEmpty({ store: store.name });
    await applyTemplate(tx, store, effectiveFrom, reason);
  }
  return true as const;
});

type Kind = Pick<TemplateRow, "storeType" | "storeLevel">;

function lockTemplate(tx: Tx, { storeType, storeLevel }: Kind): Promise<TemplateRow[]> {
  return db(tx)
    .selectFrom("headcountTemplate")
    .selectAll()
    .where("storeType", "=", storeType)
    .where("storeLevel", "=", storeLevel)
    .orderBy("positionCode")
    .forUpdate()
    .execute();
}

async function presentTemplates(tx: Tx, rows: readonly TemplateRow[]) {
  const positions = await storePositions(tx);
  return rows.map((row) => ({ ...row, positionName: positions.get(row.positionCode)?.name ?? row.positionCode }));
}
