import { insertPastAudits, type NodeAccess, newId, systemActor, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { newInitialPassword } from "./account/initial-password.ts";
import { PasswordHasher } from "./account/password-hash.ts";
import { db } from "./database.ts";
import { users } from "./user/tables.ts";

const FIRST_START_LOCK = 7_316_003;
const NAME = "系统管理员";

export interface FirstAdministrator {
  readonly phone: string;
  /** Kept nowhere: whoever starts the server shows it once. */
  readonly password: string;
}

/**
 * In a database without any user, makes one administrator with a random password that has to be changed. Null when there
 * is somebody already; of nodes that start together, one makes it.
 */
export async function createFirstAdministrator(
  node: NodeAccess,
  phone: string,
  hasher = new PasswordHasher(),
): Promise<FirstAdministrator | null> {
  if (await node.read(hasAnyUser)) return null;
  const password = newInitialPassword();
  const passwordHash = await hasher.hash(password);
  return node.commit(async (tx) => {
    await lockFirstStart(tx);
    if (await hasAnyUser(tx)) return null;
    await insertAdministrator(tx, phone, passwordHash);
    return { phone, password };
  });
}

/** Nodes that start together take turns until the transaction ends. */
export async function lockFirstStart(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${FIRST_START_LOCK})`.execute(tx.kysely);
}

export async function hasAnyUser(tx: Tx): Promise<boolean> {
  return (await db(tx).selectFrom("appUser").select("id").limit(1).executeTakeFirst()) !== undefined;
}

async function insertAdministrator(tx: Tx, phone: string, passwordHash: string): Promise<void> {
  const id = newId();
  const by = tx.actor.userId;
  await db(tx)
    .insertInto("appUser")
    .values({
      ...{ id, createdAt: tx.now, createdBy: by, updatedAt: tx.now, updatedBy: by },
      ...{ userName: NAME, mobilePhone: phone, userType: "INTERNAL", boolAdmin: true, status: "PENDING" },
      ...{ passwordHash, mustChangePwd: true, pwdUpdatedAt: tx.now },
    })
    .execute();
  await insertPastAudits(tx, [
    {
      ...{ id: newId(), occurredAt: tx.now, actorId: systemActor.userId, actorName: systemActor.name, actorOrgId: "" },
      ...{ ip: "", module: "authority", bizType: users.name, bizId: id, bizNo: null, summary: NAME, diffs: [] },
      ...{ action: "authority.firstStart", actionName: "创建首个管理员", reason: null },
      ...{ source: "SYSTEM", result: "SUCCESS", traceId: tx.request.requestId },
    },
  ]);
}
