import { accountsOf, freezeAccount, lookupPeople, unfreezeAccount } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";
import type { StaffRow } from "../staff/tables.ts";

const REASON = "离职冻结";

/** Tells whether the account is kept for store people. Accounts of the brand only lose the post (ST-R17). */
export async function hasOwnAccount(tx: Tx, { userId }: Pick<StaffRow, "userId">): Promise<boolean> {
  const person = userId ? (await lookupPeople(tx, [userId])).get(userId) : undefined;
  return person?.userType === "STORE" && !person.isAdmin && person.status !== "LEFT";
}

async function frozenFor(tx: Tx, userId: string): Promise<string | null> {
  return (await accountsOf(tx, [userId])).get(userId)?.frozenReason ?? null;
}

/** Freezes the account of somebody who leaves; one that is frozen already keeps its reason. */
export async function freezeLeaver(tx: Tx, staff: StaffRow): Promise<void> {
  const { userId } = staff;
  if (userId === null || !(await hasOwnAccount(tx, staff)) || (await frozenFor(tx, userId)) !== null) return;
  await freezeAccount(tx, userId, REASON);
}

/** Lifts the freeze of somebody who stays after all. */
export async function unfreezeLeaver(tx: Tx, staff: StaffRow): Promise<void> {
  const { userId } = staff;
  if (userId === null || !(await hasOwnAccount(tx, staff)) || (await frozenFor(tx, userId)) !== REASON) return;
  await unfreezeAccount(tx, userId);
}
