import { changeRecord, insertMany, insertRecord, newId, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";
import type { NewLine, Priced } from "./price.ts";
import { type MoneyRow, type OrderRow, orderMoney } from "./tables.ts";

/** Without a configuration the deposit is due (OR-R3). */
export const dueOf = ({ totalFen }: Pick<Priced, "totalFen">, { bigFen }: { readonly bigFen: number }) =>
  totalFen ?? bigFen;

export interface NewPrice {
  readonly dueFen: number;
  readonly lines: readonly NewLine[];
}

/** Opens the money of a new order. It belongs to the store and the adviser who sell. */
export async function openMoney(
  tx: Tx,
  { id, storeId, advisorId }: OrderRow,
  { dueFen, lines }: NewPrice,
): Promise<MoneyRow> {
  const money = await insertRecord(tx, orderMoney, { id, storeId, advisorId, dueFen });
  await writeLines(tx, id, lines);
  return money;
}

/** Locks the money of an order that is locked already (OR-R22). Whoever may change the order may do so here. */
export async function lockMoney(tx: Tx, { id }: Pick<OrderRow, "id">): Promise<MoneyRow> {
  return db(tx).selectFrom("orderMoney").selectAll().where("id", "=", id).forUpdate().executeTakeFirstOrThrow();
}

/** Gives an order new lines and what is due by them. */
export async function changePrice(tx: Tx, money: MoneyRow, { dueFen, lines }: NewPrice): Promise<MoneyRow> {
  await db(tx).deleteFrom("orderPriceLine").where("orderId", "=", money.id).execute();
  await writeLines(tx, money.id, lines);
  return changeRecord(tx, orderMoney, money, { dueFen });
}

async function writeLines(tx: Tx, orderId: string, lines: readonly NewLine[]): Promise<void> {
  const rows = lines.map((line, at) => ({ id: newId(), orderId, no: at + 1, ...line }));
  await insertMany(tx, "orderPriceLine", rows);
}
