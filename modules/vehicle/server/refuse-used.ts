import { type Tx, usagesOf } from "@ops/platform/server";
import { vehicleErrors } from "../contract/index.ts";

/** Refuses 停用 while something in force in another module refers to the record (VE-R16). */
export async function refuseUsed(tx: Tx, entity: string, id: string): Promise<void> {
  const usages = await usagesOf(tx, entity, id);
  const [first] = usages;
  if (first) throw vehicleErrors.inUse({ count: first.count, what: first.label }, usages);
}
