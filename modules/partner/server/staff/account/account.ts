import { changeAccount, moveAccount, openAccount, reopenAccount, setAccountRoles } from "@ops/authority/server";
import { dayOf } from "@ops/platform/contract";
import { changeRecord, type Tx } from "@ops/platform/server";
import type { NotNull } from "kysely";
import { staffErrors, staffStates } from "../../../contract/index.ts";
import { settleTasks } from "../../company/hooks.ts";
import type { PartnerRow } from "../../company/tables.ts";
import { db } from "../../database.ts";
import { identityFault, identityOf, refuseIdentity } from "../identity.ts";
import { countUsedSeats } from "../import/seats.ts";
import { meaningsOf } from "../meanings.ts";
import { claimPhone } from "../phone-holder.ts";
import { tellPost } from "../posts.ts";
import { missingCerts } from "../standing.ts";
import { type StaffRow, staffs } from "../tables.ts";
import { refusePartner, takesStaff } from "../takes-staff.ts";

const DAY_MS = 86_400_000;
/** The days for which an account is opened, and the days before its end when it is extended. */
const OPEN_DAYS = 365;
const PROLONG_DAYS = 30;

const lastDay = (tx: Tx, days: number) => dayOf(new Date(tx.now.getTime() + days * DAY_MS));

/**
 * Opens the account of a person with all certificates, if the partner takes people, a seat is free and nobody else has
 * the phone. Otherwise the person waits for 开通. The caller has locked the partner.
 */
export async function certifyIfReady(tx: Tx, staff: StaffRow, partner: PartnerRow): Promise<StaffRow> {
  if (staff.state !== "TRAINING" || !takesStaff(partner)) return staff;
  if ((await missingCerts(tx, staff)).length > 0 || (await isFull(tx, partner))) return staff;
  return (await identityFault(tx, identityOf(tx, staff))) ? staff : certify(tx, staff, partner);
}

/** Does the same on demand, and refuses with what is missing. */
export async function requireCertified(tx: Tx, staff: StaffRow, partner: PartnerRow): Promise<StaffRow> {
  refusePartner(partner);
  const missing = await missingCerts(tx, staff);
  if (missing.length > 0) {
    const wordOf = await meaningsOf(tx, "partner_cert");
    throw staffErrors.staffCerts({ list: missing.map(wordOf).join("、") });
  }
  await refuseIdentity(tx, identityOf(tx, staff));
  if (await isFull(tx, partner)) throw staffErrors.accountLimit({ n: partner.accountLimit });
  return certify(tx, staff, partner);
}

async function isFull(tx: Tx, { id, accountLimit }: PartnerRow): Promise<boolean> {
  return ((await countUsedSeats(tx, [id])).get(id) ?? 0) >= accountLimit;
}

async function certify(tx: Tx, staff: StaffRow, partner: PartnerRow): Promise<StaffRow> {
  const accountUntil = lastDay(tx, OPEN_DAYS);
  const identity = identityOf(tx, staff);
  const account = {
    userType: "PARTNER",
    name: staff.name,
    phone: identity.phone,
    staffNo: staff.staffNo,
    organizationId: staff.orgId,
    roleIds: staff.roleIds,
    validUntil: accountUntil,
    fenceOrganizationId: partner.orgId ?? staff.orgId,
  } as const;
  const former = await claimPhone(tx, identity, staff.userId);
  if (former !== null) await reopenAccount(tx, former, account);
  const userId = former ?? (await openAccount(tx, account)).userId;
  const active = await activate(tx, staff, { userId, accountUntil });
  await settleTasks(tx, partner);
  return active;
}

async function activate(tx: Tx, staff: StaffRow, opened: { userId: string; accountUntil: string }): Promise<StaffRow> {
  const state = staffStates.next(staff.state, "certify");
  const active = await changeRecord(tx, staffs, staff, {
    state,
    ...opened,
    activatedAt: tx.now,
    stateReason: null,
    isReadOnly: false,
  });
  await tellPost(tx, staff, active);
  return active;
}

/** Applies changes of a person to the account. */
export async function followStaff(tx: Tx, before: StaffRow, after: StaffRow): Promise<void> {
  if (after.userId === null || after.state !== "ACTIVE") return;
  const { userId, name, roleIds, orgId: organizationId } = after;
  await tellPost(tx, before, after);
  if (before.orgId !== organizationId) await moveAccount(tx, userId, { organizationId, roleIds });
  else if (before.roleIds.join() !== roleIds.join()) await setAccountRoles(tx, userId, roleIds);
  const isPhoneNew = !before.phoneHash.equals(after.phoneHash);
  if (before.name === name && !isPhoneNew) return;
  const identity = identityOf(tx, after);
  await claimPhone(tx, identity, userId);
  await changeAccount(tx, userId, { name, phone: identity.phone });
}

/** Extends accounts of active people, so that they do not end by themselves. */
export async function prolongAccounts(tx: Tx): Promise<void> {
  const ending = await db(tx)
    .selectFrom("partnerStaff")
    .select(["id", "userId"])
    .where("state", "=", "ACTIVE") // active staff always has an account
    .$narrowType<{ userId: NotNull }>()
    .where("accountUntil", "<=", lastDay(tx, PROLONG_DAYS))
    .orderBy("id")
    .limit(2_000)
    .execute();
  const accountUntil = lastDay(tx, OPEN_DAYS);
  for (const { id, userId } of ending) {
    await changeAccount(tx, userId, { validUntil: accountUntil });
    await db(tx).updateTable("partnerStaff").set({ accountUntil }).where("id", "=", id).execute();
  }
}
