import { runShaped, type Tx } from "@ops/platform/server";
import { type InferResult, sql } from "kysely";
import type { UserState } from "../../contract/index.ts";
import { db } from "../database.ts";

type FoundRow = InferResult<ReturnType<typeof sessionQuery>>[number] & { readonly permissionVersion: number };

/** A session with everything about its account that each call needs, loaded by one query with one index lookup. */
export type FoundSession = Omit<FoundRow, "viewId"> & { readonly view: FoundView | null };

/** The person whose view of the product the session shows (AU-R26). */
export type FoundView = Awaited<ReturnType<typeof findView>>;

/** Finds a session. The SQL text is compiled only once, because every call that misses the cache runs this query. */
export async function findSession(tx: Tx, tokenHash: Buffer): Promise<FoundSession | null> {
  const asked = { shape: "the session of a token", values: [tokenHash] };
  const [row] = await runShaped<FoundRow>(tx.kysely, asked, () => sessionQuery(tx, tokenHash));
  return row ? { ...row, view: row.viewId === null ? null : await findView(tx, row.viewId) } : null;
}

/** A frozen account counts as disabled. */
const usableStatus = sql<UserState>`case when u.frozen_reason is null then u.status else 'DISABLED' end`.as(
  "userStatus",
);

/** Loads the viewed person separately, because only few sessions view the product as somebody else. */
async function findView(tx: Tx, viewId: string) {
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
