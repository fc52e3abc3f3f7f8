import {
  addPost,
  changeAccount,
  findAccountByPhone,
  lookupPeople,
  type OpenedAccount,
  openAccount,
  type PersonLook,
  releasePhone,
  reopenAccount,
} from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";
import { type accountPlans, isWorking, staffErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { type Identity, identityOf } from "./identity.ts";
import type { StaffRow } from "./tables.ts";

/** How a person gets the account at the onboarding (ST-R12). */
export interface AccountPlan {
  readonly kind: keyof typeof accountPlans;
  /** The account that gets the post or is reopened; null for a new one. */
  readonly person: PersonLook | null;
  /** The closed account of somebody else who had the phone before. */
  readonly releases: string | null;
}

const OTHER_COMPANIES: Readonly<Record<string, string>> = { PARTNER: "合作伙伴", CARRIER: "承运商", SERVICE: "接口" };

/** Finds what the onboarding will do with the account of these numbers, or refuses. */
export async function planAccount(tx: Tx, { phone, idNo }: Identity): Promise<AccountPlan> {
  const former = await formerAccount(tx, idNo);
  const anew = { kind: former ? "REOPEN" : "OPEN", person: former } as const;
  const holder = await holderOf(tx, phone);
  if (!holder) return { ...anew, releases: null };
  if (holder.person.id === former?.id) return { ...anew, releases: null };
  if (isReleased(holder)) return { ...anew, releases: holder.person.id };
  const { person } = holder;
  const isOwn = person.userType === "STORE" || person.userType === "INTERNAL";
  if (person.isAdmin || !isOwn || !person.isUsable) throw staffErrors.accountFail({ whose: whoseIs(person) });
  return { kind: "ADD_POST", person, releases: null };
}

interface Holder {
  readonly person: PersonLook;
  readonly isKept: boolean;
}

async function holderOf(tx: Tx, phone: string): Promise<Holder | null> {
  const account = await findAccountByPhone(tx, phone);
  const person = account && (await lookupPeople(tx, [account.id])).get(account.id);
  return account && person ? { person, isKept: account.isKept } : null;
}

/** Phone numbers are given to somebody new, so a closed account gives its number up. */
const isReleased = ({ person, isKept }: Holder): boolean => person.status === "LEFT" && isKept;

const whoseIs = ({ isAdmin, userType }: PersonLook): string =>
  isAdmin ? "管理员" : (OTHER_COMPANIES[userType] ?? "已停用");

/** The closed account that somebody with this id number had in a store. */
async function formerAccount(tx: Tx, idNo: string | null): Promise<PersonLook | null> {
  if (idNo === null) return null;
  const rows = await db(tx)
    .selectFrom("storeStaff")
    .select("userId")
    .where("idNoHash", "=", tx.vault.hash("idCard", idNo))
    .where("state", "=", "LEFT")
    .orderBy("leaveOn")
    .execute();
  const userIds = rows.flatMap(({ userId }) => userId ?? []);
  const people = await lookupPeople(tx, userIds);
  const closed = userIds.flatMap((id) => people.get(id) ?? []);
  return closed.findLast(({ status, userType }) => status === "LEFT" && userType === "STORE") ?? null;
}

/** Gives the person an account and the post, in the transaction of the onboarding. */
export async function giveAccount(
  tx: Tx,
  { name, storeId: organizationId, positionCode }: StaffRow,
  { identity, staffNo }: { readonly identity: Identity; readonly staffNo: string },
): Promise<OpenedAccount> {
  const { kind, person, releases } = await planAccount(tx, identity);
  if (releases !== null) await releasePhone(tx, releases);
  const post = { organizationId, positionCode };
  if (person && kind === "ADD_POST") {
    const isPrimary = person.userType === "STORE";
    return { userId: person.id, postId: await addPost(tx, { userId: person.id, ...post, isPrimary }) };
  }
  const account = { userType: "STORE", name, phone: identity.phone, staffNo, ...post } as const;
  return person ? { userId: person.id, postId: await reopenAccount(tx, person.id, account) } : openAccount(tx, account);
}

/** The account follows name and phone of a working person; people of the brand keep theirs in 用户管理. */
export async function followStaff(tx: Tx, before: StaffRow, after: StaffRow): Promise<void> {
  const { userId, state, name } = after;
  const isPhoneNew = !before.phoneHash.equals(after.phoneHash);
  if (userId === null || !isWorking(state) || (before.name === name && !isPhoneNew)) return;
  if ((await lookupPeople(tx, [userId])).get(userId)?.userType !== "STORE") return;
  const { phone } = identityOf(tx, after);
  if (isPhoneNew) await claimPhone(tx, phone, userId);
  await changeAccount(tx, userId, { name, phone });
}

async function claimPhone(tx: Tx, phone: string, own: string): Promise<void> {
  const holder = await holderOf(tx, phone);
  if (!holder || holder.person.id === own) return;
  if (!isReleased(holder))
    throw staffErrors.accountFail({ whose: holder.person.isUsable ? "他人" : whoseIs(holder.person) });
  await releasePhone(tx, holder.person.id);
}
