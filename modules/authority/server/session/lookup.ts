import { runShaped, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import type { UserState } from "../../contract/index.ts";
import { db, type EndReason } from "../database.ts";

/** A session with all of its account that every call needs to know: one query, one index probe. */
export interface FoundSession {
  readonly id: string;
  readonly userId: string;
  readonly userName: string;
  readonly boolAdmin: boolean;
  readonly userStatus: UserState;
  /** For looking only. */
  readonly readOnly: boolean;
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
  readonly view: FoundView | null;
}

/** Through whose eyes the session looks (AU-R26). */
export interface FoundView {
  readonly id: string;
  readonly userId: string;
  readonly userName: string;
  readonly boolAdmin: boolean;
  readonly userStatus: UserState;
  readonly validUntil: string | null;
  readonly organizationId: string;
  readonly expiresAt: Date;
  readonly endedAt: Date | null;
}

/** Asked for at every call that no cache knows: its text is made once. */
export async function findSession(tx: Tx, tokenHash: Buffer): Promise<FoundSession | null> {
  const asked = { shape: "the session of a token", values: [tokenHash] };
  const [row] = await runShaped<FoundRow>(tx.kysely, asked, () => sessionQuery(tx, tokenHash));
  return row ? { ...row, view: row.viewId === null ? null : await findView(tx, row.viewId) } : null;
}

type FoundRow = Omit<FoundSession, "view"> & { readonly viewId: string | null };

/** What is frozen answers as little as what is switched off. */
const usableStatus = sql<UserState>`case when u.frozen_reason is null then u.status else 'DISABLED' end`.as(
  "userStatus",
);

/** Asked only of the few sessions that look through other eyes. */
async function findView(tx: Tx, viewId: string): Promise<FoundView> {
  return db(tx)
    .selectFrom("viewAs as v")
    .innerJoin("appUser as u", "u.id", "v.userId")
    .select(["v.id", "v.userId", "v.organizationId", "v.expiresAt", "v.endedAt"])
    .select(["u.userName", "u.boolAdmin", "u.validUntil", usableStatus])
    .where("v.id", "=", viewId)
    .executeTakeFirstOrThrow();
}

function sessionQuery(tx: Tx, tokenHash: Buffer) {
  return db(tx)
    .selectFrom("session as s")
    .innerJoin("appUser as u", "u.id", "s.userId")
    .select(["s.id", "s.userId", "s.status", "s.endReason", "s.endedAt", "s.restricted", "s.lastSeenAt"])
    .select(["s.activeOrganizationIds as organizationIds", "s.idleExpiresAt", "s.absoluteExpiresAt"])
    .select(["u.userName", "u.boolAdmin", "u.validUntil", "u.lastActiveAt", "u.readOnly", usableStatus])
    .select((eb) => eb.selectFrom("permissionVersion").select("value").as("permissionVersion"))
    .select((eb) =>
      eb
        .selectFrom("viewAs as v")
        .select("v.id")
        .whereRef("v.sessionId", "=", "s.id")
        .where("v.leftAt", "is", null)
        .as("viewId"),
    )
    .where("s.tokenHash", "=", tokenHash)
    .where("u.deletedAt", "is", null);
}
