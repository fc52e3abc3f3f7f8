import { insertRecord, type Tx } from "@ops/platform/server";
import type { ChangeKind } from "../../contract/index.ts";
import { refuseOpenChange } from "../order/open-change.ts";
import type { OrderRow } from "../order/tables.ts";
import { takeEffect } from "./effect.ts";
import { planChange, requireChangeable } from "./plan.ts";
import { type ChangeRow, changes } from "./tables.ts";

export type NewChange = Pick<ChangeRow, "party" | "reason" | "before" | "after" | "priceDiffFen"> & {
  readonly kind: ChangeKind;
  readonly relation?: ChangeRow["relation"];
  readonly fileIds?: readonly string[];
};

/** Notes a change of an order that is locked. */
export async function insertChange(tx: Tx, order: OrderRow, change: NewChange): Promise<ChangeRow> {
  const { kind, party, reason, relation = null, fileIds = [], before, after, priceDiffFen } = change;
  return insertRecord(tx, changes, {
    changeNo: await tx.nextNumber("orderChange"),
    orderId: order.id,
    kind,
    party,
    reason,
    relation: kind === "BUYER" ? relation : null,
    toStoreId: after.deliveryStoreId ?? null,
    before,
    after,
    priceDiffFen,
    state: "REVIEW",
    fileIds: [...fileIds],
  });
}

interface Moved {
  readonly storeId: string;
  readonly reason: string;
}

/** Lets another store deliver without asking it: the brand closes the old one (cascade order.beforeArrival). */
export async function moveStoreAtOnce(tx: Tx, order: OrderRow, { storeId, reason }: Moved): Promise<ChangeRow> {
  await requireChangeable(tx, order, "DELIVERY_STORE");
  await refuseOpenChange(tx, order);
  const planned = await planChange(tx, order, { kind: "DELIVERY_STORE", deliveryStoreId: storeId });
  const change = await insertChange(tx, order, { kind: "DELIVERY_STORE", party: "BRAND", reason, ...planned });
  return takeEffect(tx, order, change);
}
