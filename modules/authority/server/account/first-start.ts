import { changeRecord, insertPastAudits, type NodeAccess, newId, systemActor, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import { type UserRow, users } from "../person/tables.ts";
import { isVoidFirstPassword } from "./first-password.ts";
import { newInitialPassword } from "./initial-password.ts";
import { PasswordHasher } from "./password-hash.ts";

const FIRST_START_LOCK = 7_316_003;
const NAME = "系统管理员";

export interface FirstAdministrator {
  readonly phone: string;
  /** Kept nowhere: whoever starts the server shows it once. */
  readonly password: string;
}

interface FirstStart {
  readonly phone: string;
  /** After which the password is void if nobody has signed in with it; without it, never. */
  readonly firstPasswordHours?: number | undefined;
  /** Keeps the password for the operator; where that fails, nothing is made. */
  readonly keep?: (administrator: FirstAdministrator) => Promise<void>;
  readonly hasher?: PasswordHasher;
}

/**
 * In a database without any user, makes one administrator with a random password that has to be changed. Where the only user
 * is that administrator with a password that is void, makes another password. Null when there is nothing to make; of nodes
 * that start together, one makes it.
 */
export async function createFirstAdministrator(
  node: NodeAccess,
  { phone, firstPasswordHours, keep, hasher = new PasswordHasher() }: FirstStart,
): Promise<FirstAdministrator | null> {
  if ((await node.read((tx) => findBegun(tx, firstPasswordHours))) === "begun") return null;
  const password = newInitialPassword();
  const passwordHash = await hasher.hash(password);
  return node.commit(async (tx) => {
    await lockFirstStart(tx);
    const found = await findBegun(tx, firstPasswordHours);
    if (found === "begun") return null;
    const made = { phone: found?.mobilePhone ?? phone, password };
    if (found) await renewPassword(tx, found, passwordHash);
    else await insertAdministrator(tx, phone, passwordHash);
    await keep?.(made);
    return made;
  });
}

/** Nodes that start together take turns until the transaction ends. */
export async function lockFirstStart(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FIRST_START_LOCK})`.execute(tx.kysely);
}

export async function hasAnyUser(tx: Tx): Promise<boolean> {
  return (await db(tx).selectFrom("appUser").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** Null without any user; the administrator of the first start whose password is void; else somebody can sign in. */
async function findBegun(tx: Tx, hours: number | undefined): Promise<UserRow | "begun" | null> {
  const [first, second] = await db(tx).selectFrom("appUser").selectAll().limit(2).execute();
  if (!first) return null;
  return !second && isVoidFirstPassword(first, hours, tx.now) ? first : "begun";
}

async function renewPassword(tx: Tx, user: UserRow, passwordHash: string): Promise<void> {
  await changeRecord(tx, users, user, { passwordHash, pwdUpdatedAt: tx.now });
  await logFirstStart(tx, user.id, "重新生成首个管理员的初始密码");
}

async function insertAdministrator(tx: Tx, phone: string, passwordHash: string): Promise<void> {
  const id = newId();
  const by = tx.actor.userId;
  await db(tx)
    .insertInto("appUser")
    .values({
      id,
      createdAt: tx.now,
      createdBy: by,
      updatedAt: tx.now,
      updatedBy: by,
      userName: NAME,
      mobilePhone: phone,
      userType: "INTERNAL",
      boolAdmin: true,
      status: "PENDING",
      passwordHash,
      mustChangePwd: true,
      pwdUpdatedAt: tx.now,
    })
    .execute();
  await logFirstStart(tx, id, "创建首个管理员");
}

/** This work belongs to no call, so the kernel writes no audit row and this function does. */
async function logFirstStart(tx: Tx, bizId: string, actionName: string): Promise<void> {
  await insertPastAudits(tx, [
    {
      id: newId(),
      occurredAt: tx.now,
      actorId: systemActor.userId,
      actorName: systemActor.name,
      actorOrgId: "",
      ip: "",
      module: "authority",
      bizType: users.name,
      bizId,
      bizNo: null,
      summary: NAME,
      diffs: [],
      action: "authority.firstStart",
      actionName,
      reason: null,
      source: "SYSTEM",
      result: "SUCCESS",
      traceId: tx.request.requestId,
    },
  ]);
}
