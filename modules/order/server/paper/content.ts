import { createHash } from "node:crypto";
import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import type { CustomerRow } from "../customer/tables.ts";
import { findRow, findRows } from "../database.ts";
import type { OrderRow } from "../order/tables.ts";

/** Finds the buyer of an order, whoever asks. */
export async function buyerOf(tx: Tx, { customerId }: Pick<OrderRow, "customerId">): Promise<CustomerRow> {
  const buyer = await findRow(tx, "customer", { id: customerId });
  if (!buyer) throw commonErrors.notFound();
  return buyer;
}

/** What a contract is about: the buyer, the choice and the price. */
export async function contentOf(tx: Tx, order: OrderRow) {
  const { orderNo, carConfigId, optionCodes, extColor, intColor } = order;
  const rows = await findRows(tx, "orderPriceLine", { orderId: order.id }, "no");
  const lines = rows.map(({ kind, name, amountFen }) => ({ kind, name, amountFen }));
  const totalFen = lines.reduce((sum, { amountFen }) => sum + amountFen, 0);
  return { orderNo, carConfigId, optionCodes: optionCodes.toSorted(), extColor, intColor, lines, totalFen };
}

/** Tells one content from another. Personal data go into it by their keyed hashes alone. */
export async function hashContent(tx: Tx, order: OrderRow): Promise<string> {
  return digestContent(await buyerOf(tx, order), await contentOf(tx, order));
}

/** What tells a buyer from another one. */
export type Buyer = Pick<CustomerRow, "id" | "nameHash" | "idNoHash">;

export function digestContent(
  { id, nameHash, idNoHash }: Buyer,
  content: Awaited<ReturnType<typeof contentOf>>,
): string {
  const buyer = [id, nameHash.toString("hex"), idNoHash?.toString("hex") ?? null];
  return createHash("sha256")
    .update(JSON.stringify([buyer, content]))
    .digest("hex");
}
