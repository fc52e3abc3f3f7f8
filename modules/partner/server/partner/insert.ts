import { insertRecord, type NewRowOf, type Tx } from "@ops/platform/server";
import { type PartnerRow, partners } from "../company/tables.ts";
import { lockNames, requireFreeCompany } from "./check/duplicates.ts";
import { requireManager } from "./managers.ts";
import { requireRegion } from "./regions.ts";

export type NewPartner = Omit<NewRowOf<typeof partners>, "partnerNo" | "managerId"> & {
  /** The manager; if it is null, the actor becomes the manager. */
  readonly managerId: string | null;
};

/** Creates a partner as a draft. A company whose record ended may return as a new record with a link to the old one. */
export async function insertPartner(tx: Tx, wanted: NewPartner): Promise<PartnerRow> {
  await lockNames(tx);
  const prior = await requireFreeCompany(tx, wanted, null);
  const managerId = wanted.managerId ?? tx.actor.userId;
  if (wanted.managerId === null) await requireManager(tx, managerId);
  await requireRegion(tx, wanted.regionId ?? null, managerId);
  return insertRecord(tx, partners, {
    partnerNo: await tx.nextNumber("partner"),
    ...wanted,
    legalPerson: wanted.legalPerson || null,
    managerId,
    priorPartnerId: prior?.id ?? null,
  });
}
