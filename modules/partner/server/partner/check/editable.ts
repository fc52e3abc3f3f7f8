import type { PartnerDetail } from "../../../contract/index.ts";
import type { PartnerRow } from "../../company/tables.ts";

export type FieldGroup = PartnerDetail["editable"][number];
type State = PartnerRow["state"];

/**
 * The states in which each group of fields can be edited directly, by the brand and by the partner's own people
 * (PT-R19).
 */
const byBrand: Readonly<Record<FieldGroup, readonly State[]>> = {
  NAME: ["DRAFT", "REJECTED"],
  CONTACT: ["DRAFT", "REJECTED", "ONBOARDING", "ACTIVE", "SUSPENDED", "EXITING", "TERMINATED"],
  KINDS: ["DRAFT", "REJECTED", "ONBOARDING"],
  MANAGER: ["DRAFT", "REJECTED", "ONBOARDING", "ACTIVE", "SUSPENDED", "EXITING"],
  LIMITS: ["ACTIVE"],
};
const byOwnPeople: Partial<Record<FieldGroup, readonly State[]>> = { CONTACT: ["ACTIVE"] };

export function editableGroups(state: State, isOwnPerson: boolean): FieldGroup[] {
  const groups: readonly FieldGroup[] = ["NAME", "CONTACT", "KINDS", "MANAGER", "LIMITS"];
  return groups.filter((group) => (isOwnPerson ? byOwnPeople[group] : byBrand[group])?.includes(state) ?? false);
}

/** Tells whether name and code can be changed by a request, as for a company that comes in or works. */
export const takesNameRequests = (state: State): boolean => state === "ONBOARDING" || state === "ACTIVE";

/** The group of each field of the form. */
export const fieldGroups = {
  fullName: "NAME",
  shortName: "NAME",
  uscc: "NAME",
  regionId: "NAME",
  kinds: "KINDS",
  cityCodes: "KINDS",
  managerId: "MANAGER",
  parentPartnerId: "MANAGER",
  registeredCapitalFen: "MANAGER",
  foundedOn: "MANAGER",
  legalPerson: "MANAGER",
  legalIdNo: "MANAGER",
  regAddress: "CONTACT",
  contactName: "CONTACT",
  contactPhone: "CONTACT",
  contactEmail: "CONTACT",
} as const satisfies Readonly<Record<string, FieldGroup>>;
