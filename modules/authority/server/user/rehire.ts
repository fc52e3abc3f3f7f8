import type { BodyOf } from "@ops/platform/contract";
import { changeRecord, lockRecord, type Steps, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { offboardingErrors, userStates } from "../../contract/index.ts";
import { newInitialPassword } from "../account/initial-password.ts";
import { db } from "../database.ts";
import type { AuthorityContext } from "../settings.ts";
import { refuseAdministrator, refuseSelf } from "./guards.ts";
import { refuseHigherRights } from "./higher-rights.ts";
import { presentOne } from "./present.ts";
import { keepFormerPassword } from "./reset-password.ts";
import { users } from "./tables.ts";

type Body = BodyOf<typeof contract.rehireUser>;

/** LEFT becomes PENDING with a new initial password, shown once; posts and roles are given anew (authority 3). */
export async function rehireUser(
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
  await refuseHigherRights(tx, id); // of posts that were given since
  const status = userStates.next(user.status, "rehire");
  // the job would end the new posts with the old ones
  if (await isLeaving(tx, id)) throw offboardingErrors.offboardRunning();
  tx.trail.reason = body.reason;
  await keepFormerPassword(tx, user);
  const fresh = { passwordHash, mustChangePwd: true, pwdUpdatedAt: tx.now, reactivatedAt: tx.now };
  await changeRecord(tx, users, user, { status, boolAdmin: false, ...fresh });
}

async function isLeaving(tx: Tx, userId: string): Promise<boolean> {
  const running = await db(tx)
    .selectFrom("offboarding")
    .select("id")
    .where("userId", "=", userId)
    .where("status", "=", "RUNNING")
    .executeTakeFirst();
  return running !== undefined;
}
