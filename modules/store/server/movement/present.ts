import { lookupPositions, personNames } from "@ops/authority/server";
import { findFiles, presenterOf, presentOne, type Tx } from "@ops/platform/server";
import { Movement, MovementDetail } from "../../contract/index.ts";
import { db } from "../database.ts";
import { type MovementRow, movements } from "./tables.ts";

/** Knows what movements show besides their columns and references. */
async function factsOf(tx: Tx, rows: readonly MovementRow[]) {
  const codes = rows.flatMap(({ fromPositionCode, toPositionCode }) => [fromPositionCode, toPositionCode ?? []].flat());
  const positions = await lookupPositions(tx, codes);
  const creators = rows.map(({ createdBy }) => createdBy);
  const names = await personNames(tx, creators);
  const numbers = await staffNumbers(tx, rows);
  const nameOf = (code: string) => positions.get(code)?.name ?? code;
  return ({ staffId, fromPositionCode, toPositionCode, createdBy }: MovementRow) => ({
    staffNo: numbers.get(staffId) ?? null,
    fromPositionName: nameOf(fromPositionCode),
    toPositionName: toPositionCode === null ? null : nameOf(toPositionCode),
    createdByName: names.get(createdBy) ?? "",
  });
}

async function staffNumbers(tx: Tx, rows: readonly MovementRow[]): Promise<ReadonlyMap<string, string | null>> {
  const ids = [...new Set(rows.map(({ staffId }) => staffId))];
  if (ids.length === 0) return new Map();
  const found = await db(tx).selectFrom("storeStaff").select(["id", "staffNo"]).where("id", "in", ids).execute();
  return new Map(found.map(({ id, staffNo }) => [id, staffNo]));
}

export const presentMovements = presenterOf(movements, Movement, factsOf);

const presentDetails = presenterOf(movements, MovementDetail, async (tx, rows) => {
  const ids = rows.map(({ id }) => id);
  const lines = await db(tx)
    .selectFrom("storeMovementHandover")
    .selectAll()
    .where("movementId", "in", ids)
    .orderBy("kind")
    .execute();
  const takers = lines.flatMap(({ toUserId }) => toUserId ?? []);
  const [facts, names] = [await factsOf(tx, rows), await personNames(tx, takers)];
  const fileIds = rows.flatMap((row) => row.fileIds);
  const files = await findFiles(tx, fileIds);
  return (row) => ({
    ...facts(row),
    files: files.filter(({ id }) => row.fileIds.includes(id)),
    handovers: lines
      .filter(({ movementId }) => movementId === row.id)
      .map((line) => ({ ...line, toName: (line.toUserId && names.get(line.toUserId)) || null })),
  });
});
export const presentMovement = presentOne(presentDetails);
