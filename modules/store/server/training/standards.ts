import { changeRecord, insertRecord, reads, removeRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { trainingErrors } from "../../contract/index.ts";
import { db, findRows } from "../database.ts";
import { requireKnownPositions, storePositions } from "../position/published.ts";
import { type TrainStandardRow, trainStandardTable } from "./tables.ts";

export const listTrainStandards = reads(contract.listTrainStandards, async (tx) =>
  present(tx, await findRows(tx, "trainStandard", {}, "storeType", "storeLevel", "positionCode")),
);

export const saveTrainStandards = writes(contract.saveTrainStandards, async (tx, { body }) => {
  const { storeType, storeLevel, rows } = body;
  const codes = rows.map(({ positionCode }) => positionCode);
  if (new Set(codes).size < codes.length) throw trainingErrors.trainStandardTwice();
  await requireKnownPositions(tx, codes);
  const known = await db(tx)
    .selectFrom("trainStandard")
    .selectAll()
    .where("storeType", "=", storeType)
    .where("storeLevel", "=", storeLevel)
    .orderBy("positionCode")
    .forUpdate()
    .execute();
  for (const before of known.filter(({ positionCode }) => !codes.includes(positionCode))) {
    await removeRecord(tx, trainStandardTable, before);
  }
  for (const row of rows) {
    const before = known.find(({ positionCode }) => positionCode === row.positionCode);
    if (before) await changeRecord(tx, trainStandardTable, before, row);
    else await insertRecord(tx, trainStandardTable, { storeType, storeLevel, ...row });
  }
  return present(tx, await findRows(tx, "trainStandard", { storeType, storeLevel }, "positionCode"));
});

async function present(tx: Tx, rows: readonly TrainStandardRow[]) {
  const positions = await storePositions(tx);
  return rows.map((row) => ({ ...row, positionName: positions.get(row.positionCode)?.name ?? row.positionCode }));
}
