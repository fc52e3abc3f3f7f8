import type { BodyOf } from "@ops/platform/contract";
import {
  bindFile,
  changeRecord,
  get,
  insertMany,
  insertRecord,
  list,
  lockRecord,
  newId,
  type Tx,
  writes,
} from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { standardErrors } from "../../contract/index.ts";
import { db, findRows } from "../database.ts";
import { requireKnownPositions } from "../position/published.ts";
import { presentStandard, presentStandards } from "./present.ts";
import { standardTable } from "./tables.ts";

export const listPostStandards = list(contract.listPostStandards, standardTable, {
  orderBy: ["updatedAt", "desc"],
  present: presentStandards,
});

export const getPostStandard = get(contract.getPostStandard, standardTable, presentStandard);

export const createPostStandard = writes(contract.createPostStandard, async (tx, { body }) => {
  const { items, ...content } = body;
  await requireKnownPositions(tx, [content.positionCode]);
  await sql`select 1 from store_position where position_code = ${content.positionCode} for update`.execute(tx.kysely);
  const known = await findRows(tx, "postStandard", { positionCode: content.positionCode });
  if (known.some(({ state }) => state === "DRAFT")) throw standardErrors.standardDraft();
  const ver = Math.max(0, ...known.map((one) => one.ver)) + 1;
  const id = newId();
  await bindImages(tx, id, body);
  const standard = await insertRecord(tx, standardTable, { ...content, id, ver });
  await saveItems(tx, id, items);
  return presentStandard(tx, standard);
});

export const editPostStandard = writes(contract.editPostStandard, async (tx, { params, body }) => {
  const { version, items, ...content } = body;
  const before = await lockRecord(tx, standardTable, params.id, version, presentStandard);
  if (before.state !== "DRAFT") throw standardErrors.standardOnline();
  await bindImages(tx, before.id, body);
  const standard = await changeRecord(tx, standardTable, before, content);
  await saveItems(tx, before.id, items);
  return presentStandard(tx, standard);
});

type Content = BodyOf<typeof contract.createPostStandard>;

async function bindImages(tx: Tx, bizId: string, { images }: Pick<Content, "images">): Promise<void> {
  for (const { fileId } of images) await bindFile(tx, fileId, { bizType: standardTable.name, bizId });
}

/** A draft is written as a whole: nobody has results for its items yet. */
async function saveItems(tx: Tx, standardId: string, items: Content["items"]): Promise<void> {
  await db(tx).deleteFrom("postStandardItem").where("standardId", "=", standardId).execute();
  await insertMany(
    tx,
    "postStandardItem",
    items.map((item, sort) => ({
      id: newId(),
      standardId,
      sort,
      ...item,
      weight: item.side === "UP" ? item.weight : 0,
    })),
  );
}
