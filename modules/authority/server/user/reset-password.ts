import type { BodyOf } from "@ops/platform/contract";
import { changeRecord, lockRecord, newId, type Steps, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { newInitialPassword } from "../account/initial-password.ts";
import { db } from "../database.ts";
import { endSessions } from "../session/end.ts";
import type { AuthorityContext } from "../settings.ts";
import { endSignOn } from "../sso/logout.ts";
import { refuseAdministrator, refuseSelf } from "./guards.ts";
import { refuseHigherRights } from "./higher-rights.ts";
import { presentOne } from "./present.ts";
import { type UserRow, users } from "./tables.ts";

type Body = BodyOf<typeof contract.resetPassword>;

/** A new initial password, shown once; whoever knew the old one is out everywhere (AU-R3). */
export async function resetPassword(
  context: AuthorityContext,
  steps: Steps,
  id: string,
  body: Body,
): Promise<{ initialPassword: string }> {
  const initialPassword = newInitialPassword();
  const passwordHash = await context.hasher.hash(initialPassword);
  await steps.finish((tx) => save(tx, id, body, passwordHash));
  return { initialPassword };
}

async function save(tx: Tx, id: string, body: Body, passwordHash: string): Promise<void> {
  refuseSelf(tx, id);
  const user = await lockRecord(tx, users, id, body.version, presentOne);
  refuseAdministrator(tx, user);
  await refuseHigherRights(tx, id);
  tx.trail.reason = body.reason;
  await keepFormerPassword(tx, user);
  await changeRecord(tx, users, user, { passwordHash, mustChangePwd: true, pwdUpdatedAt: tx.now });
  await endSessions(tx, id, "PWD_RESET");
  await endSignOn(tx, id, "PWD_RESET");
}

/** It may not be chosen again. */
export async function keepFormerPassword(tx: Tx, { id: userId, passwordHash }: UserRow): Promise<void> {
  const former = { id: newId(), userId, passwordHash, createdAt: tx.now };
  await db(tx).insertInto("passwordHistory").values(former).execute();
}
