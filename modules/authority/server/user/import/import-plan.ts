import { BusinessError } from "@ops/platform/contract";
import { fieldRightsOf, type ImportRow, isSelf, SKIPPED, type Tx } from "@ops/platform/server";
import * as contract from "../../../contract/index.ts";
import { escalationErrors, membershipErrors, userErrors, userImportErrors } from "../../../contract/index.ts";
import { grantRefusals } from "../../grant/rules.ts";
import { refuseTooMany } from "../../membership/dates.ts";
import { placeRefusal } from "../../membership/place.ts";
import { hasPrimary } from "../../membership/primary.ts";
import { checkValidity, refuseAdministrator, refuseStaffManaged } from "../../person/guards.ts";
import { editing, type Facts, type Person, rolesIn } from "./import-facts.ts";

/** What an import row will do. */
export interface Plan {
  readonly row: ImportRow;
  readonly person: Person | null;
  readonly organization: { readonly id: string; readonly type: string };
  readonly positionId: string;
  readonly roleIds: readonly string[];
  readonly defaultRoleIds: readonly string[];
  /** The person has this post already, so only the personal data changes. */
  readonly isHeld: boolean;
  readonly changes: Personal | null;
}

interface Personal {
  readonly userName: string;
  readonly staffNo: string | null;
  readonly validUntil: string | null;
}

type Planned = Plan | BusinessError | typeof SKIPPED;

interface Planning {
  readonly tx: Tx;
  readonly facts: Facts;
  readonly overwrites: boolean;
  /** How many posts the earlier rows add, by phone. */
  readonly added: Map<string, number>;
}

const creation = fieldRightsOf(contract.createUser);
const edition = fieldRightsOf(contract.editUser);

/** Decides for each row what it would do, why it is refused, or that it changes nothing. Roles are checked separately. */
export function planRows(
  tx: Tx,
  facts: Facts,
  rows: readonly ImportRow[],
  { options, added }: Pick<Planning, "added"> & { readonly options: ReadonlySet<string> },
): Map<number, Planned> {
  const planning = { tx, facts, overwrites: options.has("overwrite"), added };
  return new Map(rows.map((row) => [row.line, planRow(planning, row)]));
}

function planRow(planning: Planning, row: ImportRow): Planned {
  try {
    return planOf(planning, row);
  } catch (error) {
    if (error instanceof BusinessError) return error;
    throw error;
  }
}

function planOf(planning: Planning, row: ImportRow): Plan | typeof SKIPPED {
  const { tx, facts, overwrites, added } = planning;
  const phone = row.values["mobilePhone"] ?? "";
  const { organization, position } = placeOf(facts, row);
  const person = facts.people.get(phone) ?? null;
  const held = facts.held.get(person?.id ?? "") ?? [];
  const isHeld = held.some((post) => post.organizationId === organization.id && post.positionId === position.id);
  const changes = person && overwrites ? changesOf(person, row) : null;
  if (isHeld && !changes) return SKIPPED;
  if (person) requireChangeable(tx, person);
  else requireCreatable(tx, facts, row);
  if (person && changes) requireOverwritable(planning, person, changes);
  if (!isHeld) {
    if (person && !organization.inEditScope) throw membershipErrors.orgOutOfScope();
    if (person && (row.values["isPrimary"] === "true" || !hasPrimary(held))) refuseStaffManaged(person);
    const sooner = added.get(phone) ?? 0;
    refuseTooMany(held.length + sooner);
    added.set(phone, sooner + 1);
  }
  const roleIds = isHeld ? [] : rolesIn(row).map((code) => roleIdOf(facts, code));
  const { defaultRoleIds, id: positionId } = position;
  return { row, person, organization, positionId, roleIds, defaultRoleIds, isHeld, changes };
}

function placeOf({ organizations, positions }: Facts, { values }: ImportRow) {
  const organization = organizations.get(values["organizationCode"] ?? "");
  if (organization?.status !== "ENABLED") throw userImportErrors.organization();
  if (!organization.inScope) throw membershipErrors.orgOutOfScope();
  const position = positions.get(values["positionCode"] ?? "");
  if (!position) throw userImportErrors.position();
  const refusal = placeRefusal(organization, position);
  if (refusal) throw refusal;
  return { organization, position };
}

/** As with the calls by hand, an operator who may not see or edit the person only learns that the phone is taken. */
function requireChangeable(tx: Tx, person: Person): void {
  if (!tx.actor.mayCall(contract.addMembership)) throw userErrors.phoneExists();
  if (!person.inReach) throw escalationErrors.userOutOfScope();
  if (isSelf(tx, person.id)) throw userErrors.self();
  refuseAdministrator(tx, person);
  if (person.status === "LEFT") throw userErrors.left();
}

function requireCreatable(tx: Tx, { staffNos }: Facts, { values }: ImportRow): void {
  const { mobilePhone, staffNo, userType, validUntil = null } = values;
  const given = { mobilePhone, ...(staffNo ? { staffNo } : {}), ...(validUntil ? { validUntil } : {}) };
  creation.refuse(tx.actor, given);
  checkValidity(tx, userType ?? "", validUntil);
  if (staffNo && staffNos.has(staffNo)) throw userErrors.staffnoExists();
}

/** Finds the personal data that the row changes. Empty cells keep the stored value; null means that nothing changes. */
function changesOf(person: Person, { values }: ImportRow): Personal | null {
  const { userName, staffNo, validUntil } = values;
  const said = {
    userName: userName ?? person.userName,
    staffNo: staffNo ?? person.staffNo,
    validUntil: validUntil ?? person.validUntil,
  };
  const isSame =
    said.userName === person.userName && said.staffNo === person.staffNo && said.validUntil === person.validUntil;
  return isSame ? null : said;
}

function requireOverwritable({ tx, facts }: Planning, person: Person, changes: Personal): void {
  if (!tx.actor.mayCall(contract.editUser)) throw userErrors.phoneExists();
  const { staffNo, validUntil, userName } = changes;
  const edited = {
    ...(staffNo === person.staffNo ? {} : { staffNo }),
    ...(validUntil === person.validUntil ? {} : { validUntil }),
  };
  edition.refuse(tx.actor, edited);
  if (userName !== person.userName) refuseStaffManaged(person);
  if (staffNo !== null && (facts.staffNos.get(staffNo) ?? person.id) !== person.id) throw userErrors.staffnoExists();
  if (validUntil === person.validUntil) return;
  if (facts.above.has(person.id)) throw userErrors.rightsBeyond();
  checkValidity(tx, person.userType, validUntil);
}

/** A code that does not exist and one that the operator may not grant are refused in the same words. */
function roleIdOf({ roleIds }: Facts, code: string): string {
  const id = roleIds.get(code);
  if (id === undefined) throw userImportErrors.role({ code });
  return id;
}

const NOBODY = "00000000-0000-0000-0000-000000000000";

/**
 * Finds, by line, why roles may not be granted (AU-R15). This covers the roles
 * in the row and the default roles of the position.
 */
export async function roleRefusals(tx: Tx, plans: readonly Plan[]): Promise<Map<number, BusinessError>> {
  const wanted = plans.flatMap(({ row, person, organization, roleIds, defaultRoleIds, isHeld }) => {
    const user = person ?? { id: NOBODY, userType: row.values["userType"] ?? "" };
    const gift = { row, user, organization, validTo: null, isJoining: true };
    const codes = rolesIn(row);
    return isHeld
      ? []
      : [
          ...roleIds.map((roleId, n) => ({ ...gift, roleId, code: codes[n] ?? "", fromPosition: false })),
          ...defaultRoleIds.map((roleId) => ({ ...gift, roleId, code: null, fromPosition: true })),
        ];
  });
  const refusals = await grantRefusals(editing(tx), wanted);
  const found = new Map<number, BusinessError>();
  for (const [n, { row, code }] of wanted.entries()) {
    const refusal = refusals[n];
    if (!refusal || found.has(row.line)) continue;
    found.set(row.line, code !== null && isBreach(refusal) ? userImportErrors.role({ code }) : refusal);
  }
  return found;
}

const breaches = [
  escalationErrors.grantExceeds({ name: "" }),
  escalationErrors.roleNotGrantable(),
  escalationErrors.userOutOfScope(),
].map(({ msgCode }) => msgCode);
const isBreach = ({ msgCode }: BusinessError) => breaches.includes(msgCode);
