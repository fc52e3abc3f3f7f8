import type { PartnerDetail } from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";

export type FieldGroup = PartnerDetail["editable"][number];
type State = PartnerRow["state"];

/** PT-R19: in which states each group of fields is edited directly, by the brand and by the partner's own people. */
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

/** The name and the code of a company that is under way change by a request alone. */
export const takesNameRequests = (state: State): boolean => state === "ONBOARDING" || state === "ACTIVE";

/** What each field of the form is called, and with which others it is opened and closed. */
export const fieldGroups = {
  fullName: ["NAME", "公司全称"],
  shortName: ["NAME", "简称"],
  uscc: ["NAME", "统一社会信用代码"],
  regionId: ["NAME", "所属区域"],
  kinds: ["KINDS", "合作类型"],
  cityCodes: ["KINDS", "合作城市"],
  managerId: ["MANAGER", "渠道经理"],
  parentPartnerId: ["MANAGER", "上级集团"],
  registeredCapitalFen: ["MANAGER", "注册资本"],
  foundedOn: ["MANAGER", "成立日期"],
  legalPerson: ["MANAGER", "法定代表人"],
  legalIdNo: ["MANAGER", "法定代表人证件"],
  regAddress: ["CONTACT", "注册地址"],
  contactName: ["CONTACT", "联系人"],
  contactPhone: ["CONTACT", "联系电话"],
  contactEmail: ["CONTACT", "联系邮箱"],
} as const satisfies Readonly<Record<string, readonly [FieldGroup, string]>>;
