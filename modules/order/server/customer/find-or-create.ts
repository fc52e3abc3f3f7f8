import { countRefusal, insertRecord, type Tx } from "@ops/platform/server";
import { customerErrors, type TypedCustomer } from "../../contract/index.ts";
import { requireId, saveId } from "./identity.ts";
import { customerOfPhone } from "./of-phone.ts";
import { customers } from "./tables.ts";

/**
 * Finds the customer of a phone, or makes one. A phone is not taken over by another name, nor a number by another
 * customer (OR-R1); a number that was missing is added.
 */
export async function findOrCreateCustomer(
  tx: Tx,
  typed: TypedCustomer,
): Promise<{ readonly customerId: string; readonly created: boolean }> {
  const { type, name, phone, idNo = null } = typed;
  return countRefusal(tx, { table: customers, field: "phone", text: phone }, async () => {
    const known = await customerOfPhone(tx, typed);
    if (!known) {
      if (idNo !== null) await requireId(tx, { type, id: null }, idNo);
      return { customerId: (await insertRecord(tx, customers, { type, name, phone, idNo })).id, created: true };
    }
    if (!known.nameHash.equals(tx.vault.hash("name", name))) {
      throw customerErrors.customerName({ name: known.nameMasked });
    }
    if (idNo !== null) await saveId(tx, known, idNo);
    return { customerId: known.id, created: false };
  });
}
