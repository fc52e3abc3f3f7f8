import { isUscc, normalUscc } from "@ops/platform/contract";
import {
  changeRecord,
  findRecord,
  type ImportRow,
  type ImportSource,
  lockRecord,
  SKIPPED,
  type Tx,
  type Verdict,
  verdictsOf,
} from "@ops/platform/server";
import { type PartnerKind, partnerErrors, partnerImport, partnerKinds, partnerStates } from "../../contract/index.ts";
import { ownPartnerId } from "../company/own.ts";
import { type PartnerRow, partners } from "../company/tables.ts";
import { keysOf } from "../company/template.ts";
import { findRepeatedRows } from "../repeated-rows.ts";
import { requireFreeCompany, sameCompany } from "./check/duplicates.ts";
import { editableGroups } from "./check/editable.ts";
import { insertPartner, type NewPartner } from "./insert.ts";

const usccOf = ({ values }: ImportRow) => normalUscc(values["uscc"] ?? "");
const oneNameEach = {
  readValue: ({ values }: ImportRow) => values["fullName"] ?? "",
  tell: (n: number) => partnerErrors.nameLine({ n }).message,
};
const splitCell = (text: string | null | undefined) => (text ?? "").split(/[,，、;；\s]+/).filter(Boolean);

/** 伙伴导入: creates new companies as drafts. Known ones, found by their code, get only a new contact, if 覆盖 is ticked. */
export const partnerImportSource: ImportSource = {
  kind: partnerImport,
  keyOf: usccOf,
  arrange: (rows) => ({ rows, problems: findRepeatedRows(rows, oneNameEach) }),
  checksAlone: true,
  // only the contact of a known company changes, so its other references are not read
  readsRefs: async (tx, row) => isUscc(usccOf(row)) && (await sameCompany(tx, usccOf(row))).live === null,
  check: (tx, rows, { options }) => verdictsOf(rows, (row) => checkRow(tx, row, options.has("overwrite"))),
  apply: async (tx, row, { options }) => {
    const known = await findKnownCompany(tx, row, options.has("overwrite"));
    if (known) await changeContact(tx, known, row);
    else await insertPartner(tx, partnerOf(row));
  },
};

async function checkRow(tx: Tx, row: ImportRow, overwrites: boolean): Promise<Verdict | undefined> {
  if (!isUscc(usccOf(row))) throw partnerErrors.uscc();
  const known = await findKnownCompany(tx, row, overwrites);
  if (known) return isSameContact(tx, known, row) ? SKIPPED : undefined;
  await requireFreeCompany(tx, partnerOf(row), null);
  return undefined;
}

/** Finds the live record of the company. Refuses if its contact may not be changed, or 覆盖 is not ticked. */
async function findKnownCompany(tx: Tx, row: ImportRow, overwrites: boolean): Promise<PartnerRow | null> {
  const { live } = await sameCompany(tx, usccOf(row));
  if (!live) return null;
  const partner = overwrites ? await findRecord(tx, partners, live.id) : null;
  if (!partner) throw partnerErrors.importDup({ no: live.partnerNo });
  if (!editableGroups(partner.state, (await ownPartnerId(tx)) !== null).includes("CONTACT")) {
    throw partnerErrors.fieldLocked({ state: partnerStates.label(partner.state), fields: "联系人" });
  }
  return partner;
}

function isSameContact(tx: Tx, partner: PartnerRow, { values }: ImportRow): boolean {
  const phone = tx.vault.hash("phone", values["contactPhone"] ?? "");
  return partner.contactName === values["contactName"] && partner.contactPhoneHash?.equals(phone) === true;
}

async function changeContact(tx: Tx, known: PartnerRow, row: ImportRow): Promise<void> {
  const partner = await lockRecord(tx, partners, known.id, null);
  const { contactName, contactPhone } = row.values;
  await changeRecord(tx, partners, partner, { contactName: contactName ?? "", contactPhone: contactPhone ?? "" });
}

function partnerOf({ values }: ImportRow): NewPartner {
  const told = (key: string) => values[key] ?? "";
  return {
    fullName: told("fullName"),
    shortName: told("shortName"),
    uscc: normalUscc(told("uscc")),
    kinds: readKinds(told("kinds")),
    cityCodes: splitCell(told("cities")),
    regionId: told("region"),
    managerId: told("managerPhone"),
    contactName: told("contactName"),
    contactPhone: told("contactPhone"),
  };
}

function readKinds(text: string): PartnerKind[] {
  const names = splitCell(text);
  const kinds = keysOf(partnerKinds).filter((kind) => names.includes(partnerKinds[kind]));
  if (kinds.length === 0 || kinds.length < new Set(names).size) throw partnerErrors.kind();
  return kinds;
}
