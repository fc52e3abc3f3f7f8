import { changeRecord, insertRecord, type Tx } from "@ops/platform/server";
import { contractStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { stageOf } from "../order/stage.ts";
import type { OrderRow } from "../order/tables.ts";
import { hashContent } from "./content.ts";
import { type ContractRow, contracts } from "./tables.ts";

/** Drafts the contract of an order as it is now. The order is locked and has no other contract that counts. */
export async function draftContract(tx: Tx, order: OrderRow): Promise<ContractRow> {
  return insertRecord(tx, contracts, {
    orderId: order.id,
    contractNo: await tx.nextNumber("orderContract"),
    contentHash: await hashContent(tx, order),
    state: "DRAFT",
  });
}

/** Makes the contract of an order void, if there is one. The order is locked. */
export async function voidContract(tx: Tx, { id }: Pick<OrderRow, "id">, reason: string): Promise<void> {
  const contract = await lockContract(tx, id);
  if (!contract) return;
  const state = contractStates.next(contract.state, "void");
  await changeRecord(tx, contracts, contract, { state, voidReason: reason });
}

/** Replaces the contract of a locked order by a new draft, because its choice, buyer or price is another one now. */
export async function renewContract(tx: Tx, order: OrderRow, reason: string): Promise<void> {
  if (stageOf(order) === null) return;
  await voidContract(tx, order, reason);
  await draftContract(tx, order);
}

/** Locks the contract of an order that counts. */
export async function lockContract(tx: Tx, orderId: string): Promise<ContractRow | undefined> {
  return db(tx)
    .selectFrom("orderContract")
    .selectAll()
    .where("orderId", "=", orderId)
    .where("state", "<>", "VOID")
    .forUpdate()
    .executeTakeFirst();
}
