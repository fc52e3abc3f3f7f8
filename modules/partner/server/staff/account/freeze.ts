import { freezeAccount, setAccountReadOnly, unfreezeAccount } from "@ops/authority/server";
import { changeRecord, notify, type Tx } from "@ops/platform/server";
import { type FreezeSource, freezeSources, STAFF_PAGE, staffErrors } from "../../../contract/index.ts";
import { partnerAdmins } from "../../company/admins.ts";
import { lockAnew } from "../find.ts";
import { type StaffRow, staffs } from "../tables.ts";

/** Adds a reason to freeze the account. A reason that is there already changes nothing. */
export async function freezeStaff(tx: Tx, staff: StaffRow, source: FreezeSource): Promise<StaffRow> {
  const row = await lockAnew(tx, staff);
  if (row.freezeSources.includes(source)) return row;
  const frozen = await changeRecord(tx, staffs, row, { freezeSources: [...row.freezeSources, source].toSorted() });
  if (row.userId === null || row.state !== "ACTIVE") return frozen;
  if (row.freezeSources.length === 0) await freezeAccount(tx, row.userId, freezeSources[source]);
  await tellFrozen(tx, { ...frozen, userId: row.userId }, source);
  return frozen;
}

/** Requires that the account is frozen for this reason. */
export function requireFrozen(staff: StaffRow, source: FreezeSource): void {
  if (!staff.freezeSources.includes(source)) throw staffErrors.staffFrozen({ source: freezeSources[source] });
}

/** Removes a reason. The account is usable again if no reason is left and the person is ACTIVE. */
export async function unfreezeStaff(tx: Tx, staff: StaffRow, source: FreezeSource): Promise<StaffRow> {
  const row = await lockAnew(tx, staff);
  if (!row.freezeSources.includes(source)) return row;
  const left = row.freezeSources.filter((one) => one !== source);
  const thawed = await changeRecord(tx, staffs, row, { freezeSources: left });
  if (row.userId !== null && row.state === "ACTIVE" && left.length === 0) {
    await unfreezeAccount(tx, row.userId);
  }
  return thawed;
}

/** Makes the account read-only, or normal again. */
export async function setStaffReadOnly(tx: Tx, staff: StaffRow, isReadOnly: boolean): Promise<StaffRow> {
  const row = await lockAnew(tx, staff);
  if (row.isReadOnly === isReadOnly) return row;
  if (row.userId !== null) await setAccountReadOnly(tx, row.userId, isReadOnly);
  return changeRecord(tx, staffs, row, { isReadOnly });
}

/** Sends 「账号已冻结」 to the person and the administrators of the partner (PT-R20). */
async function tellFrozen(tx: Tx, staff: StaffRow & { userId: string }, source: FreezeSource): Promise<void> {
  const admins = await partnerAdmins(tx, staff.partnerId);
  const contact = admins.find(({ userId }) => userId !== staff.userId)?.name ?? "管理员";
  const content = `账号已冻结：${freezeSources[source]}，如有疑问请联系${contact}`;
  const notice = {
    category: "SYSTEM",
    level: "WARN",
    title: "账号已冻结",
    about: `partner.frozen:${staff.id}`,
  } as const;
  await notify(tx, [staff.userId], { ...notice, content });
  // administrators get one notice about all their people instead (tellExecuted)
  if (source === "PARTNER_SUSPEND") return;
  const others = admins.map(({ userId }) => userId).filter((userId) => userId !== staff.userId);
  await notify(tx, others, { ...notice, content: `${staff.name}${content}`, route: STAFF_PAGE });
}
