import { runShaped, type Tx } from "@ops/platform/server";
import type { UserState } from "../../contract/index.ts";
import { db, type EndReason } from "../database.ts";

/** A session with all of its account that every call needs to know: one query, one index probe. */
export interface FoundSession {
  readonly id: string;
  readonly userId: string;
  readonly userName: string;
  readonly boolAdmin: boolean;
  readonly userStatus: UserState;
  readonly validUntil: string | null;
  readonly lastActiveAt: Date | null;
  readonly status: "PENDING" | "ACTIVE" | "ENDED";
  readonly endReason: EndReason | null;
  readonly endedAt: Date | null;
  readonly restricted: boolean;
  readonly organizationIds: readonly string[];
  readonly lastSeenAt: Date;
  readonly idleExpiresAt: Date;
  readonly absoluteExpiresAt: Date;
  readonly permissionVersion: number;
}

/** Asked for at every call that no cache knows: its text is made once. */
export async function findSession(tx: Tx, tokenHash: Buffer): Promise<FoundSession | null> {
  const asked = { shape: "the session of a token", values: [tokenHash] };
  const [row] = await runShaped<FoundSession>(tx.kysely, asked, () => sessionQuery(tx, tokenHash));
  return row ?? null;
}

function sessionQuery(tx: Tx, tokenHash: Buffer) {
  return db(tx)
    .selectFrom("session as s")
    .innerJoin("appUser as u", "u.id", "s.userId")
    .select(["s.id", "s.userId", "s.status", "s.endReason", "s.endedAt", "s.restricted", "s.lastSeenAt"])
    .select(["s.activeOrganizationIds as organizationIds", "s.idleExpiresAt", "s.absoluteExpiresAt"])
    .select(["u.userName", "u.boolAdmin", "u.status as userStatus", "u.validUntil", "u.lastActiveAt"])
    .select((eb) => eb.selectFrom("permissionVersion").select("value").as("permissionVersion"))
    .where("s.tokenHash", "=", tokenHash)
    .where("u.deletedAt", "is", null);
}
