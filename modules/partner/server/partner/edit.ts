import type { BodyOf } from "@ops/platform/contract";
import { changeRecord, lockRecord, type Tx, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { partnerErrors, partnerStates } from "../../contract/index.ts";
import { requirePartner } from "../company/find.ts";
import { ownPartnerId } from "../company/own.ts";
import { type PartnerRow, partners } from "../company/tables.ts";
import { syncTasks } from "../onboarding/sync.ts";
import { presentPartner } from "./detail.ts";
import { lockNames, requireFreeCompany } from "./duplicates.ts";
import { editableGroups, fieldGroups } from "./editable.ts";
import { requireCities, sealed } from "./insert.ts";
import { missingFacts } from "./missing.ts";
import { requireManager, requireRegion } from "./options.ts";

/** Groups of fields open and close with the state (PT-R19): what is closed must come back as it was. */
export const editPartner = writes(contract.editPartner, async (tx, { params: { id }, body: sent }) => {
  const { version, managerId, ...typed } = sent;
  const partner = await lockRecord(tx, partners, id, version, presentPartner);
  const body = { ...typed, managerId: managerId ?? partner.managerId };
  const changed = changedFields(partner, body);
  await refuseClosed(tx, partner, changed);
  if (changed.includes("fullName") || changed.includes("uscc")) {
    await lockNames(tx);
    await requireFreeCompany(tx, body, id);
  }
  if (changed.includes("managerId")) await requireManager(tx, body.managerId);
  if (changed.includes("regionId")) await requireRegion(tx, body.regionId, body.managerId);
  if (changed.includes("cityCodes")) await requireCities(tx, body.cityCodes);
  if (changed.includes("parentPartnerId")) await refuseCycle(tx, id, body.parentPartnerId);
  const { legalPerson, legalIdNo, contactPhone, ...facts } = body;
  const changes = { ...facts, ...sealed(tx, id, { legalPerson, legalIdNo, contactPhone }) };
  refuseEmptied(partner, changes);
  const saved = await changeRecord(tx, partners, partner, changes);
  if (changed.includes("kinds") && saved.state === "ONBOARDING") await syncTasks(tx, saved);
  return presentPartner(tx, saved);
});

type Field = keyof typeof fieldGroups;
type Edited = Omit<BodyOf<typeof contract.editPartner>, "version">;
const fields: readonly Field[] = [
  "fullName",
  "shortName",
  "uscc",
  "regionId",
  "kinds",
  "cityCodes",
  "managerId",
  "parentPartnerId",
  "registeredCapitalFen",
  "foundedOn",
  "legalPerson",
  "legalIdNo",
  "regAddress",
  "contactName",
  "contactPhone",
  "contactEmail",
];

/** Of what is sealed, something typed is a change; whether it is the same as before is nobody's business. */
function changedFields(partner: PartnerRow, body: Edited): Field[] {
  return fields.filter((field) => {
    if (field === "legalPerson" || field === "legalIdNo" || field === "contactPhone") return body[field] !== null;
    return factOf(body[field]) !== factOf(partner[field]);
  });
}

/** Of a set, whatever its order. */
const factOf = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);

async function refuseClosed(tx: Tx, { state }: PartnerRow, changed: readonly Field[]): Promise<void> {
  const open = editableGroups(state, (await ownPartnerId(tx)) !== null);
  const closed = changed.filter((field) => !open.includes(fieldGroups[field][0]));
  if (closed.length === 0) return;
  const names = closed.map((field) => fieldGroups[field][1]).join("、");
  throw partnerErrors.fieldLocked({ state: partnerStates.label(state), fields: names });
}

/** A draft may be half done; from its submission on, what the application named stays named (PT-R19). */
function refuseEmptied(partner: PartnerRow, changes: Partial<PartnerRow>): void {
  if (partner.state === "DRAFT" || partner.state === "REJECTED") return;
  const emptied = missingFacts({ ...partner, ...changes });
  if (emptied.length > 0) throw partnerErrors.notReady({ list: emptied.join("、") });
}

/** One at a time: two that each become the other's group would form a circle that neither of them sees. */
async function refuseCycle(tx: Tx, id: string, parentId: string | null): Promise<void> {
  if (parentId === null) return;
  await sql`select pg_advisory_xact_lock(hashtext('partner_groups'))`.execute(tx.kysely);
  await requirePartner(tx, parentId);
  const { rows } = await sql`with recursive above as (
      select id, parent_partner_id from partner where id = ${parentId}
      union select p.id, p.parent_partner_id from partner p join above a on p.id = a.parent_partner_id
    ) select 1 from above where id = ${id}`.execute(tx.kysely);
  if (rows.length > 0) throw partnerErrors.cycle();
}
