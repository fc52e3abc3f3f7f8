import {
  changeAccount,
  findAccountByPhone,
  moveAccount,
  openAccount,
  reopenAccount,
  setAccountRoles,
} from "@ops/authority/server";
import { dayOf } from "@ops/platform/contract";
import { changeRecord, type Tx } from "@ops/platform/server";
import { staffErrors, staffStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { PartnerRow } from "../partner/tables.ts";
import { meaningsOf } from "./meanings.ts";
import { usedSeats } from "./seats.ts";
import { missingCerts } from "./standing.ts";
import { type StaffRow, staffs } from "./tables.ts";

const DAY_MS = 86_400_000;
/** How long an account is opened for, and when it is prolonged. */
const OPEN_DAYS = 365;
const PROLONG_DAYS = 30;

const lastDay = (tx: Tx, days: number) => dayOf(new Date(tx.now.getTime() + days * DAY_MS));

/** With the partner locked. Opens the account of somebody whose certificates are complete, if a seat is left. */
export async function certifyIfReady(tx: Tx, staff: StaffRow, partner: PartnerRow): Promise<StaffRow> {
  if (staff.state !== "TRAINING" || (await missingCerts(tx, staff)).length > 0) return staff;
  return (await isFull(tx, partner)) ? staff : certify(tx, staff, partner);
}

/** The same on demand: refuses with what is missing. */
export async function requireCertified(tx: Tx, staff: StaffRow, partner: PartnerRow): Promise<StaffRow> {
  staffStates.next(staff.state, "certify");
  const missing = await missingCerts(tx, staff);
  if (missing.length > 0) {
    const wordOf = await meaningsOf(tx, "partner_cert");
    throw staffErrors.staffCerts({ list: missing.map(wordOf).join("、") });
  }
  if (await isFull(tx, partner)) throw staffErrors.accountLimit({ n: partner.accountLimit });
  return certify(tx, staff, partner);
}

async function isFull(tx: Tx, { id, accountLimit }: PartnerRow): Promise<boolean> {
  return ((await usedSeats(tx, [id])).get(id) ?? 0) >= accountLimit;
}

async function certify(tx: Tx, staff: StaffRow, partner: PartnerRow): Promise<StaffRow> {
  const accountUntil = lastDay(tx, OPEN_DAYS);
  const phone = tx.vault.open(staff.phoneCipher, staff.id);
  const account = {
    name: staff.name,
    phone,
    staffNo: staff.staffNo,
    organizationId: staff.orgId,
    roleIds: staff.roleIds,
    validUntil: accountUntil,
    fenceOrganizationId: partner.orgId ?? staff.orgId,
  };
  const former = staff.userId ?? (await findAccountByPhone(tx, phone))?.id ?? null;
  if (former === null) {
    const userId = await openAccount(tx, account);
    return activate(tx, staff, { userId, accountUntil });
  }
  await reopenAccount(tx, former, account);
  return activate(tx, staff, { userId: former, accountUntil });
}

function activate(tx: Tx, staff: StaffRow, opened: { userId: string; accountUntil: string }): Promise<StaffRow> {
  const state = staffStates.next(staff.state, "certify");
  return changeRecord(tx, staffs, staff, {
    state,
    ...opened,
    activatedAt: tx.now,
    stateReason: null,
    isReadOnly: false,
  });
}

/** What was changed of a person also counts for the account. */
export async function followStaff(tx: Tx, before: StaffRow, after: StaffRow): Promise<void> {
  if (after.userId === null || after.state !== "ACTIVE") return;
  const { userId, name, roleIds, orgId: organizationId } = after;
  if (before.orgId !== organizationId) await moveAccount(tx, userId, { organizationId, roleIds });
  else if (before.roleIds.join() !== roleIds.join()) await setAccountRoles(tx, userId, roleIds);
  const isPhoneNew = !before.phoneHash.equals(after.phoneHash);
  if (before.name === name && !isPhoneNew) return;
  await changeAccount(tx, userId, { name, phone: tx.vault.open(after.phoneCipher, after.id) });
}

/** Accounts of people who work do not end by themselves. */
export async function prolongAccounts(tx: Tx): Promise<void> {
  const ending = await db(tx)
    .selectFrom("partnerStaff")
    .select(["id", "userId"])
    .where("state", "=", "ACTIVE")
    .where("accountUntil", "<=", lastDay(tx, PROLONG_DAYS))
    .orderBy("id")
    .limit(2_000)
    .execute();
  const accountUntil = lastDay(tx, OPEN_DAYS);
  for (const { id, userId } of ending) {
    if (userId) await changeAccount(tx, userId, { validUntil: accountUntil });
    await db(tx).updateTable("partnerStaff").set({ accountUntil }).where("id", "=", id).execute();
  }
}
