import { lockRecord, requireRecord, type Tx } from "@ops/platform/server";
import { partners } from "../company/tables.ts";
import { presentDetail } from "./present.ts";
import { suspensions } from "./tables.ts";

/** The suspension and its partner, locked in this order everywhere: the partner first. */
export async function lockWithPartner(tx: Tx, id: string, version: number) {
  const { partnerId } = await requireRecord(tx, suspensions, id);
  const partner = await lockRecord(tx, partners, partnerId, null);
  return { partner, suspension: await lockRecord(tx, suspensions, id, version, presentDetail) };
}
