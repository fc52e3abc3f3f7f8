import { changeRecord, inSteps, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { offboardingErrors, userStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { users } from "../person/tables.ts";
import type { AuthorityContext } from "../settings.ts";
import { withInitialPassword } from "./with-initial-password.ts";

/** LEFT becomes PENDING; posts and roles are given anew, and those that were given since count already (authority 3). */
export const rehireUser = (context: AuthorityContext) =>
  inSteps(contract.rehireUser, (steps, { params: { id }, body }) =>
    withInitialPassword(context, steps, { id, ...body }, async (tx, user, fresh) => {
      const status = userStates.next(user.status, "rehire");
      // the job would end the new posts with the old ones
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
