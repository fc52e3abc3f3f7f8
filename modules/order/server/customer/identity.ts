import { changeRecord, countRefusal, type Tx } from "@ops/platform/server";
import { type CustomerType, customerErrors, customerTypes, isIdOf } from "../../contract/index.ts";
import { db } from "../database.ts";
import { type CustomerRow, customers } from "./tables.ts";
import { tellChanged } from "./tell-changed.ts";

/** Requires a number that fits the type and belongs to nobody else (OR-R1). */
export async function requireId(
  tx: Tx,
  { type, id }: { readonly type: CustomerType; readonly id: string | null },
  idNo: string,
): Promise<void> {
  if (!isIdOf(type, idNo)) throw customerErrors.customerIdForm({ type: customerTypes[type] });
  await countRefusal(tx, { table: customers, field: "idNo", text: idNo }, async () => {
    const idNoHash = tx.vault.hash("idCard", idNo);
    const other = await db(tx).selectFrom("customer").select("id").where("idNoHash", "=", idNoHash).executeTakeFirst();
    if (other && other.id !== id) throw customerErrors.customerId();
  });
}

/** Adds the number that a known customer lacked. One that differs from the stored number is refused. */
export async function saveId(tx: Tx, customer: CustomerRow, idNo: string): Promise<void> {
  if (customer.idNoHash?.equals(tx.vault.hash("idCard", idNo))) return;
  await requireId(tx, customer, idNo);
  if (customer.idNoHash) throw customerErrors.customerIdOther();
  await changeRecord(tx, customers, customer, { idNo });
  await tellChanged(tx, customer);
}
