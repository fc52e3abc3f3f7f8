import { bindFile, changeRecord, insertRecord, releaseFile, type Tx } from "@ops/platform/server";
import type { HandCheck } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { orders } from "../order/tables.ts";
import { checks } from "./tables.ts";

interface Done {
  readonly note: string | null;
  readonly fileIds: readonly string[];
}

/** Notes a check of an order as done. The order is locked. What was noted before is replaced, its files with it. */
export async function doCheck(tx: Tx, orderId: string, code: HandCheck, { note, fileIds }: Done): Promise<void> {
  const of = { bizType: orders.name, bizId: orderId };
  for (const fileId of fileIds) await bindFile(tx, fileId, of);
  const values = { doneAt: tx.now, doneBy: tx.actor.userId, note, fileIds: [...fileIds] };
  const known = await findRow(tx, "deliveryCheck", { orderId, code });
  if (!known) {
    await insertRecord(tx, checks, { orderId, code, ...values });
    return;
  }
  for (const fileId of known.fileIds) if (!fileIds.includes(fileId)) await releaseFile(tx, fileId, of);
  await changeRecord(tx, checks, known, values);
}

/** Lets a check be done anew, and answers whether it was done. The order is locked; note and files stay as a trace. */
export async function undoCheck(tx: Tx, orderId: string, code: HandCheck): Promise<boolean> {
  const known = await findRow(tx, "deliveryCheck", { orderId, code });
  if (!known?.doneAt) return false;
  await changeRecord(tx, checks, known, { doneAt: null, doneBy: null });
  return true;
}

export async function isChecked(tx: Tx, orderId: string, code: HandCheck): Promise<boolean> {
  return Boolean((await findRow(tx, "deliveryCheck", { orderId, code }))?.doneAt);
}

/** Lets a check that was undone count again as it did before. The order is locked. */
export async function restoreCheck(
  tx: Tx,
  orderId: string,
  code: HandCheck,
  done: { readonly doneAt: Date; readonly doneBy: string },
): Promise<void> {
  const known = await findRow(tx, "deliveryCheck", { orderId, code });
  if (known) await changeRecord(tx, checks, known, done);
}
