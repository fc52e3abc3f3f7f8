import { changeRecord, inSteps } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { users } from "../person/tables.ts";
import { endSessions } from "../session/end.ts";
import type { AuthorityContext } from "../settings.ts";
import { endSignOn } from "../sso/logout.ts";
import { withInitialPassword } from "./with-initial-password.ts";

/** Sets a new initial password and ends all sessions, so that nobody who knew the old one stays signed in (AU-R3). */
export const resetPassword = (context: AuthorityContext) =>
  inSteps(contract.resetPassword, (steps, { params: { id }, body }) =>
    withInitialPassword(context, steps, { id, ...body }, async (tx, user, fresh) => {
      await changeRecord(tx, users, user, fresh);
      await endSessions(tx, id, "PWD_RESET");
      await endSignOn(tx, id, "PWD_RESET");
    }),
  );
