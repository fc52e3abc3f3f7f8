import { lockRecord, newId, type Steps, type Tx } from "@ops/platform/server";
import { newInitialPassword } from "../account/initial-password.ts";
import { db } from "../database.ts";
import { refuseAdministrator, refuseSelf } from "../person/guards.ts";
import { presentUser } from "../person/present.ts";
import { type UserRow, users } from "../person/tables.ts";
import type { AuthorityContext } from "../settings.ts";
import { refuseHigherRights } from "./higher-rights.ts";

interface Asked {
  readonly id: string;
  readonly reason: string;
  readonly version: number;
}

/** The fields of the initial password, which are set together with the other changes. */
interface Fresh {
  readonly passwordHash: string;
  readonly mustChangePwd: true;
  readonly pwdUpdatedAt: Date;
}

/**
 * Sets a new initial password together with the given change. It is shown
 * once, and the former password may not be chosen again.
 */
export async function withInitialPassword(
  context: AuthorityContext,
  steps: Steps,
  asked: Asked,
  change: (tx: Tx, user: UserRow, fresh: Fresh) => Promise<void>,
): Promise<{ initialPassword: string }> {
  const initialPassword = newInitialPassword();
  const passwordHash = await context.hasher.hash(initialPassword);
  await steps.finish(async (tx) => {
    const user = await lockOther(tx, asked);
    await keepFormerPassword(tx, user);
    await change(tx, user, { passwordHash, mustChangePwd: true, pwdUpdatedAt: tx.now });
  });
  return { initialPassword };
}

async function lockOther(tx: Tx, { id, reason, version }: Asked): Promise<UserRow> {
  refuseSelf(tx, id);
  const user = await lockRecord(tx, users, id, version, presentUser);
  refuseAdministrator(tx, user);
  await refuseHigherRights(tx, id);
  tx.trail.reason = reason;
  return user;
}

async function keepFormerPassword(tx: Tx, { id: userId, passwordHash }: UserRow): Promise<void> {
  const former = { id: newId(), userId, passwordHash, createdAt: tx.now };
  await db(tx).insertInto("passwordHistory").values(former).execute();
}
