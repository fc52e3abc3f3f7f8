import { type AnswerFrom, type BodyOf, commonErrors } from "@ops/platform/contract";
import { changeRecord, insertRecord, lockRecord, onlyOf, requireRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { vehicleErrors } from "../../contract/index.ts";
import { lockCatalogue } from "../catalogue-lock.ts";
import { db } from "../database.ts";
import { refuseUsed } from "../refuse-used.ts";
import { type MarketTypeRow, marketTypes } from "./tables.ts";

type Presented = AnswerFrom<typeof contract.getCarMarketType>;

async function presentAll(tx: Tx, rows: readonly MarketTypeRow[]): Promise<Presented[]> {
  const counted = await db(tx)
    .selectFrom("car")
    .select(["marketTypeId", (eb) => eb.fn.countAll<number>().as("count")])
    .where(sql<boolean>`market_type_id = any(${rows.map(({ id }) => id)}::uuid[])`)
    .groupBy("marketTypeId")
    .execute();
  const counts = new Map(counted.map(({ marketTypeId, count }) => [marketTypeId, count]));
  return rows.map((row) => ({
    ...row,
    usableFor: row.usableFor.filter((use) => use === "SALE" || use === "DISPLAY"),
    carCount: counts.get(row.id) ?? 0,
  }));
}

async function present(tx: Tx, row: MarketTypeRow): Promise<Presented> {
  return onlyOf(await presentAll(tx, [row]));
}

export async function listCarMarketTypes(tx: Tx): Promise<Presented[]> {
  return presentAll(tx, await allTypes(tx));
}

export async function getCarMarketType(tx: Tx, id: string): Promise<Presented> {
  return present(tx, await requireRecord(tx, marketTypes, id));
}

export async function createCarMarketType(
  tx: Tx,
  body: BodyOf<typeof contract.createCarMarketType>,
): Promise<Presented> {
  await lockCatalogue(tx);
  const others = await allTypes(tx);
  if (others.some(({ typeCode }) => typeCode === body.typeCode)) throw vehicleErrors.typeDup();
  requireFreeName(others, body.typeName);
  requireTwoLevels(others, null, body.parentId);
  const level = others.filter(({ parentId }) => parentId === body.parentId);
  const sort = Math.max(0, ...level.map((type) => type.sort)) + 1;
  return present(tx, await insertRecord(tx, marketTypes, { ...body, sort, status: "ENABLED" }));
}

export async function editCarMarketType(
  tx: Tx,
  id: string,
  { version, ...changes }: BodyOf<typeof contract.editCarMarketType>,
): Promise<Presented> {
  await lockCatalogue(tx);
  const type = await lockRecord(tx, marketTypes, id, version, present);
  const others = (await allTypes(tx)).filter((other) => other.id !== id);
  requireFreeName(others, changes.typeName);
  requireTwoLevels(others, id, changes.parentId);
  if (changes.status === "DISABLED" && type.status === "ENABLED") {
    const child = others.find(({ parentId, status }) => parentId === id && status === "ENABLED");
    if (child) throw vehicleErrors.childEnabled();
    await refuseUsed(tx, marketTypes.name, id);
  }
  return present(tx, await changeRecord(tx, marketTypes, type, changes));
}

export async function sortCarMarketTypes(
  tx: Tx,
  { parentId, ids }: BodyOf<typeof contract.sortCarMarketTypes>,
): Promise<Presented[]> {
  await lockCatalogue(tx);
  const level = (await allTypes(tx)).filter((type) => type.parentId === parentId);
  const isWhole = level.length === ids.length && level.every(({ id }) => ids.includes(id));
  if (!isWhole) throw commonErrors.param({ field: "排序" });
  for (const [at, id] of ids.entries()) {
    const type = await lockRecord(tx, marketTypes, id, null);
    if (type.sort !== at + 1) await changeRecord(tx, marketTypes, type, { sort: at + 1 });
  }
  return listCarMarketTypes(tx);
}

function allTypes(tx: Tx): Promise<MarketTypeRow[]> {
  return db(tx)
    .selectFrom("carMarketType")
    .selectAll()
    .orderBy("parentId", (order) => order.asc().nullsFirst())
    .orderBy("sort")
    .orderBy("typeCode")
    .execute();
}

function requireFreeName(others: readonly MarketTypeRow[], typeName: string): void {
  if (others.some((other) => other.typeName === typeName)) throw vehicleErrors.typeNameDup();
}

function requireTwoLevels(others: readonly MarketTypeRow[], id: string | null, parentId: string | null): void {
  if (parentId === null) return;
  if (parentId === id) throw vehicleErrors.treeDepth();
  const parent = others.find((other) => other.id === parentId);
  if (!parent) throw commonErrors.notFound();
  const hasChildren = others.some((other) => other.parentId === id);
  if (parent.parentId !== null || (id !== null && hasChildren)) throw vehicleErrors.treeDepth();
}
