import { lookupPositions } from "@ops/authority/server";
import { findFiles, presenterOf, presentOne, type Tx } from "@ops/platform/server";
import { PostStandard, PostStandardDetail } from "../../contract/index.ts";
import { type ItemRow, itemsOf } from "./find.ts";
import { type StandardRow, standardTable } from "./tables.ts";

async function positionNames(tx: Tx, rows: readonly StandardRow[]) {
  const codes = rows.map(({ positionCode }) => positionCode);
  const positions = await lookupPositions(tx, codes);
  return (code: string) => positions.get(code)?.name ?? code;
}

export const presentStandards = presenterOf(standardTable, PostStandard, async (tx, rows) => {
  const nameOf = await positionNames(tx, rows);
  return ({ positionCode }) => ({ positionName: nameOf(positionCode) });
});

export const presentItem = ({ standardId: _standardId, sort: _sort, passRule, ...item }: ItemRow) => ({
  ...item,
  passRule: passRule ?? "",
});

export const presentStandardDetails = presenterOf(standardTable, PostStandardDetail, async (tx, rows) => {
  const nameOf = await positionNames(tx, rows);
  const items = await itemsOf(
    tx,
    rows.map(({ id }) => id),
  );
  const pictureIds = rows.flatMap(({ images }) => images.map(({ fileId }) => fileId));
  const files = await findFiles(tx, pictureIds);
  return ({ id, positionCode, images }) => ({
    positionName: nameOf(positionCode),
    files: files.filter((file) => images.some(({ fileId }) => fileId === file.id)),
    items: items.filter(({ standardId }) => standardId === id).map(presentItem),
  });
});
export const presentStandard = presentOne(presentStandardDetails);
