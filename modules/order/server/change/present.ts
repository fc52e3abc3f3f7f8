import { personNames } from "@ops/authority/server";
import { findFiles, latestChains, presenterOf, presentOne } from "@ops/platform/server";
import { OrderChange } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { ordersWithMoney } from "../order/money-sight.ts";
import { changeFlow } from "./flow.ts";
import { itemsOf } from "./items.ts";
import { changes } from "./tables.ts";

export const presentChanges = presenterOf(changes, OrderChange, async (tx, rows) => {
  const orderIds = [...new Set(rows.map(({ orderId }) => orderId))];
  const orders = new Map(
    (await findRows(tx, "salesOrder", { id: orderIds })).map((order) => [order.id, order.orderNo]),
  );
  const creators = rows.map(({ createdBy }) => createdBy);
  const [seen, names] = [await ordersWithMoney(tx, orderIds), await personNames(tx, creators)];
  const fileIds = rows.flatMap((row) => row.fileIds);
  const [files, items] = [await findFiles(tx, fileIds), await itemsOf(tx, rows)];
  const chains = await latestChains(
    tx,
    changeFlow,
    rows.map(({ id }) => id),
  );
  const itemsById = new Map(rows.map(({ id }, at) => [id, items[at] ?? []]));
  return (row) => ({
    orderNo: orders.get(row.orderId) ?? "",
    items: itemsById.get(row.id) ?? [],
    priceDiffFen: seen.has(row.orderId) ? row.priceDiffFen : null,
    files: files.filter(({ id }) => row.fileIds.includes(id)),
    chain: chains.get(row.id) ?? null,
    createdByName: names.get(row.createdBy) ?? "",
  });
});
export const presentChange = presentOne(presentChanges);
