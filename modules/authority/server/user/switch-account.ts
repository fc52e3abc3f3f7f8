import { type BodyOf, dayOf } from "@ops/platform/contract";
import { changeRecord, lockRecord, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { userErrors, userStates } from "../../contract/index.ts";
import { refuseAdministrator, refuseSelf } from "../person/guards.ts";
import { type PresentedUser, presentUser } from "../person/present.ts";
import { users } from "../person/tables.ts";
import { endSessions } from "../session/end.ts";
import { endSignOn } from "../sso/logout.ts";
import { refuseHigherRights } from "./higher-rights.ts";
import { keepOneAdministrator, orderAdministratorChanges } from "./last-admin.ts";

/** A batch knows no versions. */
type Reason = Omit<BodyOf<typeof contract.disableUser>, "version"> & { readonly version: number | null };

export async function disableAccount(tx: Tx, id: string, body: Reason): Promise<PresentedUser> {
  refuseSelf(tx, id);
  await orderAdministratorChanges(tx, id);
  const user = await lockRecord(tx, users, id, body.version, presentUser);
  refuseAdministrator(tx, user);
  const status = userStates.next(user.status, "disable");
  await keepOneAdministrator(tx, user);
  tx.trail.reason = body.reason;
  const disabled = await changeRecord(tx, users, user, { status });
  await endSessions(tx, id, "DISABLED");
  await endSignOn(tx, id, "DISABLED");
  return presentUser(tx, disabled);
}

export async function enableAccount(tx: Tx, id: string, body: Reason): Promise<PresentedUser> {
  refuseSelf(tx, id);
  const user = await lockRecord(tx, users, id, body.version, presentUser);
  refuseAdministrator(tx, user);
  const status = userStates.next(user.status, "enable");
  await refuseHigherRights(tx, id);
  if (user.validUntil !== null && user.validUntil < dayOf(tx.now)) throw userErrors.outOfDate();
  tx.trail.reason = body.reason;
  // whoever slept has to choose a new password (AU-R9)
  const woken = user.status === "DORMANT" ? { mustChangePwd: true, reactivatedAt: tx.now } : {};
  return presentUser(tx, await changeRecord(tx, users, user, { status, ...woken }));
}
