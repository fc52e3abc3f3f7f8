import { SessionRefused, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { accountErrors } from "../../contract/index.ts";
import { writeLoginLog } from "../account/login-log.ts";
import { lockUser } from "../account/usable.ts";
import { db } from "../database.ts";
import { organizationUnionMode } from "../params.ts";
import { byOrganization, effectivePosts, postName } from "../rights/posts.ts";
import { endSessions } from "./end.ts";
import { openSession } from "./open.ts";

/**
 * Continues in another organisation, or in all of them, under a new token. The old token can still read for a few
 * seconds (PF-R62 to R66). The session does not last longer because of it.
 */
export const organizationLogin = writes(
  contract.organizationLogin,
  async (tx, { body: { organizationId: wanted } }) => {
    const user = await lockUser(tx, tx.actor.userId);
    const session = await currentSession(tx);
    // of two switches at the same time only the first one succeeds
    if (!user || !session) throw new SessionRefused("SESSION_ORG_SWITCH");
    const posts = user.boolAdmin ? [] : byOrganization(await effectivePosts(tx, user.id));
    const organizationIds = chooseOrganizations(tx, wanted, new Map(posts));
    const [only] = organizationIds;
    const name = organizationIds.length > 1 ? "全部组织(合并视图)" : postName(new Map(posts).get(only ?? "") ?? []);
    await tx.tell({ sessionId: session.id }, { type: "org.switched", organizationName: name });
    await endSessions(tx, user.id, "ORG_SWITCH", { only: [session.id], quietFor: session.id });
    const opened = await openSession(tx, {
      userId: user.id,
      organizationIds,
      loginKind: "ORG_SWITCH",
      restricted: session.restricted,
      deviceIdHash: session.deviceIdHash,
      ssoSessionId: session.ssoSessionId,
      otherAccountId: session.otherAccountId,
      absoluteExpiresAt: session.absoluteExpiresAt,
    });
    if (organizationIds.length === 1 && only) await rememberOrganization(tx, user.id, only);
    const who = { identity: user.mobilePhone, userId: user.id, sessionId: opened.id };
    await writeLoginLog(tx, { ...who, kind: "ORG_SWITCH", result: "SUCCESS", detail: name });
    tx.trail.about("session", opened.id);
    tx.trail.summary = name;
    return { accessToken: opened.token };
  },
);

async function currentSession(tx: Tx) {
  return db(tx)
    .selectFrom("session")
    .selectAll()
    .where("id", "=", tx.actor.sessionId)
    .where("status", "=", "ACTIVE")
    .executeTakeFirst();
}

/** Checks that the wanted organisation is one of the person's, or all of them where the combined view is allowed. */
function chooseOrganizations(tx: Tx, wanted: string, mine: ReadonlyMap<string, unknown>): string[] {
  const ids = [...new Set(wanted.split(","))];
  const isUnion = ids.length > 1;
  const allowed = !isUnion || (tx.param(organizationUnionMode) === "allowed" && ids.length === mine.size);
  if (!allowed || !ids.every((id) => mine.has(id))) throw accountErrors.orgNotMember();
  return ids;
}

async function rememberOrganization(tx: Tx, userId: string, organizationId: string): Promise<void> {
  await db(tx).updateTable("appUser").set({ lastOrganizationId: organizationId }).where("id", "=", userId).execute();
}
