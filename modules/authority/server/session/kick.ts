import { type BodyOf, commonErrors } from "@ops/platform/contract";
import { lockRecord, OutOfScope, reads, type Tx, writes } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { accountErrors, userErrors } from "../../contract/index.ts";
import { writeLoginLog } from "../account/login-log.ts";
import { refuseAdministrator, refuseSelf } from "../person/guards.ts";
import { presentUser } from "../person/present.ts";
import { users } from "../person/tables.ts";
import { endSessions } from "./end.ts";
import { selectLiving, selectOnline, worksIn } from "./online.ts";

/** Ends a session at once. A live event tells the page (platform 3). */
export const kickSession = writes(contract.kickSession, async (tx, { params: { id } }): Promise<true> => {
  if (id === tx.actor.sessionId) throw accountErrors.sessionSelf();
  const [session] = await selectKickable(tx, [sql<boolean>`session.id = ${id}`]);
  if (!session) throw await explainUnseen(tx, id);
  if (session.boolAdmin && !tx.actor.isAdmin) throw userErrors.adminProtected();
  tx.trail.about("appUser", session.userId, session.staffNo);
  await kick(tx, session);
  return true;
});

/**
 * Explains why a session is not found. If it belongs to somebody out of scope, this counts as an attempt; if it has
 * ended or never existed, it does not.
 */
async function explainUnseen(tx: Tx, id: string): Promise<Error> {
  const hidden = await selectLiving(tx).select("session.userId").where("session.id", "=", id).executeTakeFirst();
  return hidden ? new OutOfScope(users.name, hidden.userId) : commonErrors.notFound();
}

/** Signs one person out everywhere. */
export const kickUser = writes(contract.kickUser, async (tx, { params: { id }, body: { reason, version } }) => {
  refuseSelf(tx, id);
  const user = await lockRecord(tx, users, id, version, presentUser);
  refuseAdministrator(tx, user);
  tx.trail.about("appUser", id, user.staffNo);
  tx.trail.reason = reason;
  const ended = await kickAll(tx, await selectKickable(tx, [sql<boolean>`session.user_id = ${id}`]));
  tx.trail.summary = `下线${ended}个会话`;
  return { ended };
});

export const kickByOrg = writes(contract.kickByOrg, async (tx, { body }) => {
  tx.trail.about("organization", body.organizationId);
  tx.trail.reason = body.reason;
  const ended = await kickAll(tx, await selectKickable(tx, concernedBy(tx, body)));
  tx.trail.summary = `下线${ended}个会话`;
  return { ended };
});

/** Counts the sessions that `kickByOrg` would end now. */
export const countKickByOrg = reads(contract.countKickByOrg, async (tx, { query }) => {
  const counted = selectOnline(tx, concernedBy(tx, query)).select(sql<number>`count(*)::int`.as("sessions"));
  return counted.executeTakeFirstOrThrow();
});

type Place = Pick<BodyOf<typeof contract.kickByOrg>, "organizationId" | "withChildren">;

/**
 * Selects everybody who works in the organisation, except the caller's own
 * session. Only administrators may end sessions of administrators.
 */
function concernedBy(tx: Tx, { organizationId, withChildren }: Place): RawBuilder<boolean>[] {
  return [
    worksIn(organizationId, withChildren),
    sql<boolean>`session.id is distinct from ${tx.actor.sessionId}::uuid`,
    sql<boolean>`(${tx.actor.isAdmin} or not app_user.bool_admin)`,
  ];
}

type Kickable = Awaited<ReturnType<typeof selectKickable>>[number];

function selectKickable(tx: Tx, conditions: Parameters<typeof selectOnline>[1]) {
  return selectOnline(tx, conditions)
    .select(["session.id", "session.userId", "session.loginKind"])
    .select(["appUser.boolAdmin", "appUser.mobilePhone", "appUser.staffNo"])
    .orderBy("session.userId")
    .execute();
}

async function kickAll(tx: Tx, sessions: readonly Kickable[]): Promise<number> {
  let ended = 0;
  for (const session of sessions) ended += await kick(tx, session);
  return ended;
}

async function kick(tx: Tx, { id, userId, loginKind, mobilePhone }: Kickable): Promise<number> {
  const ended = await endSessions(tx, userId, "KICKED", { only: [id] });
  const entry = { identity: mobilePhone, kind: loginKind, result: "KICKED", userId, sessionId: id } as const;
  if (ended > 0) await writeLoginLog(tx, { ...entry, detail: `由${tx.actor.name}强制下线` });
  return ended;
}
