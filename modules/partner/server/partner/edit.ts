import { type BodyOf, labelOf } from "@ops/platform/contract";
import { changeRecord, lockRecord, type Tx, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { partnerErrors, partnerStates } from "../../contract/index.ts";
import { ownPartnerId } from "../company/own.ts";
import { type PartnerRow, partners } from "../company/tables.ts";
import { keysOf } from "../company/template.ts";
import { syncTasks } from "../onboarding/sync.ts";
import { lockNames, requireFreeCompany } from "./check/duplicates.ts";
import { editableGroups, fieldGroups } from "./check/editable.ts";
import { missingFacts } from "./check/missing.ts";
import { presentPartner } from "./detail.ts";
import { requireRegion } from "./regions.ts";

/** Edits a partner. The state decides which groups of fields can change (PT-R19); all others must be sent unchanged. */
export const editPartner = writes(contract.editPartner, async (tx, { params: { id }, body: sent }) => {
  const { version, managerId, ...typed } = sent;
  const partner = await lockRecord(tx, partners, id, version, presentPartner);
  const body = { ...typed, managerId: managerId ?? partner.managerId };
  const changed = findChangedFields(partner, body);
  await refuseClosed(tx, partner, changed);
  if (changed.includes("fullName") || changed.includes("uscc")) {
    await lockNames(tx);
    await requireFreeCompany(tx, body, id);
  }
  if (changed.includes("regionId")) await requireRegion(tx, body.regionId, body.managerId);
  if (changed.includes("parentPartnerId")) await refuseCycle(tx, id, body.parentPartnerId);
  refuseEmptied(partner, body);
  const saved = await changeRecord(tx, partners, partner, { ...body, legalPerson: body.legalPerson || null });
  if (changed.includes("kinds") && saved.state === "ONBOARDING") await syncTasks(tx, saved);
  return presentPartner(tx, saved);
});

type Field = keyof typeof fieldGroups;
type Edited = Omit<BodyOf<typeof contract.editPartner>, "version">;
type Written = Edited & { readonly managerId: string };
const fields = keysOf(fieldGroups);

/**
 * Finds the changed fields. A sealed field counts as changed as soon as something is sent, so that nobody can learn its
 * former value.
 */
function findChangedFields(partner: PartnerRow, body: Edited): Field[] {
  return fields.filter((field) => {
    if (field === "legalPerson" || field === "legalIdNo" || field === "contactPhone") return body[field] !== null;
    return factOf(body[field]) !== factOf(partner[field]);
  });
}

/** Makes lists comparable without regard to their order. */
const factOf = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);

async function refuseClosed(tx: Tx, { state }: PartnerRow, changed: readonly Field[]): Promise<void> {
  const open = editableGroups(state, (await ownPartnerId(tx)) !== null);
  const closed = changed.filter((field) => !open.includes(fieldGroups[field]));
  if (closed.length === 0) return;
  const names = closed.map((field) => labelOf(contract.editPartner.body.shape, field)).join("、");
  throw partnerErrors.fieldLocked({ state: partnerStates.label(state), fields: names });
}

/**
 * Refuses to empty fields of an application after its submission (PT-R19). Of sealed fields only the presence is
 * checked.
 */
function refuseEmptied(partner: PartnerRow, { legalPerson, legalIdNo, contactPhone, ...facts }: Written): void {
  if (partner.state === "DRAFT" || partner.state === "REJECTED") return;
  const emptied = missingFacts({
    ...partner,
    ...facts,
    legalPersonMasked: legalPerson || partner.legalPersonMasked,
    legalIdNoMasked: legalIdNo ?? partner.legalIdNoMasked,
    contactPhoneMasked: contactPhone ?? partner.contactPhoneMasked,
  });
  if (emptied.length > 0) throw partnerErrors.notReady({ list: emptied.join("、") });
}

/**
 * Refuses a cycle of groups. The lock lets one change run at a time, because two parallel changes could make a cycle
 * that neither of them sees.
 */
async function refuseCycle(tx: Tx, id: string, parentId: string | null): Promise<void> {
  if (parentId === null) return;
  await sql`select pg_advisory_xact_lock(hashtext('partner_groups'))`.execute(tx.kysely);
  const { rows } = await sql`with recursive above as (
      select id, parent_partner_id from partner where id = ${parentId}
      union select p.id, p.parent_partner_id from partner p join above a on p.id = a.parent_partner_id
    ) select 1 from above where id = ${id}`.execute(tx.kysely);
  if (rows.length > 0) throw partnerErrors.cycle();
}
