import type { BodyOf } from "@ops/platform/contract";
import { findCities, insertRecord, newId, type Tx } from "@ops/platform/server";
import { type createPartner, partnerErrors, partnerStates } from "../../contract/index.ts";
import { requirePartner } from "../company/find.ts";
import { type PartnerRow, partners } from "../company/tables.ts";
import { lockNames, requireFreeCompany } from "./duplicates.ts";
import { requireManager, requireRegion } from "./options.ts";

export type NewPartner = Omit<BodyOf<typeof createPartner>, "licenseFileIds">;

/** A partner as a draft; a company that ended may return as a new record that points at the old one. */
export async function insertPartner(tx: Tx, wanted: NewPartner): Promise<PartnerRow> {
  await lockNames(tx);
  const prior = await requireFreeCompany(tx, wanted, null);
  const managerId = wanted.managerId ?? tx.actor.userId;
  await requireManager(tx, managerId);
  await requireRegion(tx, wanted.regionId, managerId);
  await requireCities(tx, wanted.cityCodes);
  if (wanted.parentPartnerId) await requirePartner(tx, wanted.parentPartnerId);
  const id = newId();
  const { legalPerson, legalIdNo, contactPhone, ...facts } = wanted;
  return insertRecord(tx, partners, {
    id,
    partnerNo: await tx.nextNumber("partner"),
    ...facts,
    managerId,
    legalPersonCipher: null,
    legalPersonHash: null,
    legalPersonMasked: null,
    legalIdNoCipher: null,
    legalIdNoHash: null,
    legalIdNoMasked: null,
    contactPhoneCipher: null,
    contactPhoneHash: null,
    contactPhoneMasked: null,
    ...sealed(tx, id, { legalPerson, legalIdNo, contactPhone }),
    level: "B",
    state: partnerStates.initial,
    orgId: null,
    priorPartnerId: prior?.id ?? null,
    accountLimit: 20,
    accountLimitCap: null,
    accountLimitReason: null,
    flags: [],
    riskTags: [],
    submittedBy: null,
    submittedAt: null,
    approvedAt: null,
    activatedAt: null,
    terminatedAt: null,
    closedAt: null,
    stateReason: null,
  });
}

/** Cities as a whole; a district is none. */
export async function requireCities(tx: Tx, codes: readonly string[]): Promise<void> {
  const known = await findCities(tx, codes);
  if (codes.some((code) => known.get(code) !== code)) throw partnerErrors.city();
}

type Sealed = Pick<NewPartner, "legalPerson" | "legalIdNo" | "contactPhone">;

export function sealed(tx: Tx, id: string, { legalPerson, legalIdNo, contactPhone }: Sealed) {
  return {
    ...(contactPhone ? tx.vault.seal({ field: "contactPhone", kind: "phone", text: contactPhone, id }) : {}),
    ...(legalPerson ? tx.vault.seal({ field: "legalPerson", kind: "name", text: legalPerson, id }) : {}),
    ...(legalIdNo ? tx.vault.seal({ field: "legalIdNo", kind: "idCard", text: legalIdNo, id }) : {}),
  };
}
