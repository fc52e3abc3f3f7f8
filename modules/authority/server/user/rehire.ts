import { changeRecord, inSteps, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { offboardingErrors, userStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { users } from "../person/tables.ts";
import type { AuthorityContext } from "../settings.ts";
import { withInitialPassword } from "./with-initial-password.ts";

/**
 * Turns LEFT into PENDING. Posts and roles have to be given anew; those given
 * since the person left count at once (authority 3).
 */
export const rehireUser = (context: AuthorityContext) =>
  inSteps(contract.rehireUser, (steps, { params: { id }, body }) =>
    withInitialPassword(context, steps, { id, ...body }, async (tx, user, fresh) => {
      const status = userStates.next(user.status, "rehire");
      // a running off-boarding would end the new posts together with the old ones
      if (await isLeaving(tx, id)) throw offboardingErrors.offboardRunning();
      await changeRecord(tx, users, user, { status, boolAdmin: false, reactivatedAt: tx.now, ...fresh });
    }),
  );

async function isLeaving(tx: Tx, userId: string): Promise<boolean> {
  const running = await db(tx)
    .selectFrom("offboarding")
    .select("id")
    .where("userId", "=", userId)
    .where("status", "=", "RUNNING")
    .executeTakeFirst();
  return running !== undefined;
}
