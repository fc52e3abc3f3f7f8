import { lockRecord, requireRecord, type Tx } from "@ops/platform/server";
import { lockStaff } from "../staff/lock.ts";
import type { StaffRow } from "../staff/tables.ts";
import { presentCert } from "./present.ts";
import { type CertRow, certTable } from "./tables.ts";

/** The person, then the certificate: everybody locks them in this order. */
export async function lockBoth(
  tx: Tx,
  id: string,
  version: number | null,
): Promise<{ staff: StaffRow; cert: CertRow }> {
  const staff = await lockStaff(tx, await requireRecord(tx, certTable, id));
  return { staff, cert: await lockRecord(tx, certTable, id, version, presentCert) };
}
