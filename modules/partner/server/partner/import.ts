import { findAccountByPhone } from "@ops/authority/server";
import { BusinessError } from "@ops/platform/contract";
import {
  changeRecord,
  findCities,
  findRecord,
  type ImportRow,
  type ImportSource,
  lockRecord,
  SKIPPED,
  type Tx,
  type Verdict,
  type Verdicts,
} from "@ops/platform/server";
import {
  isUscc,
  normalUscc,
  type PartnerKind,
  partnerErrors,
  partnerImport,
  partnerKinds,
  partnerStates,
} from "../../contract/index.ts";
import { ownPartnerId } from "../company/own.ts";
import { type PartnerRow, partners } from "../company/tables.ts";
import { findRepeatedRows } from "../repeated-rows.ts";
import { requireFreeCompany, sameCompany } from "./duplicates.ts";
import { editableGroups } from "./editable.ts";
import { insertPartner, type NewPartner } from "./insert.ts";
import { findPartnerOptions, requireManager } from "./options.ts";

const usccOf = ({ values }: ImportRow) => normalUscc(values["uscc"] ?? "");
const oneNameEach = {
  readValue: ({ values }: ImportRow) => values["fullName"] ?? "",
  tell: (n: number) => partnerErrors.nameLine({ n }).message,
};
const parts = (text: string | null | undefined) => (text ?? "").split(/[,，、;；\s]+/).filter(Boolean);

/** 伙伴导入: new companies as drafts; of known ones the contact, where 覆盖 is ticked. The code says which is which. */
export const partnerImportSource: ImportSource = {
  kind: partnerImport,
  keyOf: usccOf,
  arrange: (rows) => ({ rows, problems: findRepeatedRows(rows, oneNameEach) }),
  checksAlone: true,
  check: async (tx, rows, { options }): Promise<Verdicts> => {
    const verdicts = new Map<number, Verdict>();
    for (const row of rows) {
      const verdict = await checkRow(tx, row, options.has("overwrite")).catch(refusalOf);
      if (verdict !== undefined) verdicts.set(row.line, verdict);
    }
    return verdicts;
  },
  apply: async (tx, row, { options }) => {
    const known = await knownCompany(tx, row, options.has("overwrite"));
    if (known) await changeContact(tx, known, row);
    else await insertPartner(tx, await partnerOf(tx, row));
  },
};

function refusalOf(error: unknown): BusinessError {
  if (error instanceof BusinessError) return error;
  throw error;
}

async function checkRow(tx: Tx, row: ImportRow, overwrites: boolean): Promise<Verdict | undefined> {
  if (!isUscc(usccOf(row))) throw partnerErrors.uscc();
  const known = await knownCompany(tx, row, overwrites);
  if (known) return isSameContact(tx, known, row) ? SKIPPED : undefined;
  const draft = await partnerOf(tx, row);
  await requireFreeCompany(tx, draft, null);
  await requireManager(tx, draft.managerId);
  return undefined;
}

/** The live record of the company, if its contact may be changed by the operator and was asked to be. */
async function knownCompany(tx: Tx, row: ImportRow, overwrites: boolean): Promise<PartnerRow | null> {
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
  await changeRecord(tx, partners, partner, {
    contactName: contactName ?? "",
    ...tx.vault.seal({ field: "contactPhone", kind: "phone", text: contactPhone ?? "", id: partner.id }),
  });
}

type WholeDraft = NewPartner & { readonly regionId: string; readonly managerId: string };

async function partnerOf(tx: Tx, { values }: ImportRow): Promise<WholeDraft> {
  const told = (key: string) => values[key] ?? "";
  const { regions } = await findPartnerOptions(tx);
  const region = regions.find(({ name }) => name === told("region"));
  if (!region) throw partnerErrors.region();
  const manager = await findAccountByPhone(tx, told("managerPhone"));
  if (!manager) throw partnerErrors.manager();
  return {
    fullName: told("fullName"),
    shortName: told("shortName"),
    uscc: normalUscc(told("uscc")),
    kinds: kindsNamed(told("kinds")),
    cityCodes: await citiesNamed(tx, told("cities")),
    regionId: region.id,
    managerId: manager.id,
    parentPartnerId: null,
    registeredCapitalFen: null,
    foundedOn: null,
    regAddress: null,
    contactEmail: null,
    legalPerson: null,
    legalIdNo: null,
    contactName: told("contactName"),
    contactPhone: told("contactPhone"),
  };
}

function kindsNamed(text: string): PartnerKind[] {
  const names = parts(text);
  const kinds: PartnerKind[] = [];
  for (const kind of allKinds) if (names.includes(partnerKinds[kind])) kinds.push(kind);
  if (kinds.length === 0 || kinds.length < new Set(names).size) throw partnerErrors.kind();
  return kinds;
}
const allKinds: readonly PartnerKind[] = [
  "AGENT",
  "DELIVERY",
  "SERVICE",
  "CHARGER",
  "FINANCE",
  "INSURANCE",
  "CLUE",
  "EVENT",
  "OTHER",
];

async function citiesNamed(tx: Tx, text: string): Promise<string[]> {
  const names = [...new Set(parts(text))];
  const found = await findCities(tx, names);
  if (names.length === 0 || names.some((name) => !found.has(name))) throw partnerErrors.city();
  return [...new Set(names.flatMap((name) => found.get(name) ?? []))];
}
