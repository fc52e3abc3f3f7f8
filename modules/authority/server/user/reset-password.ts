import type { BodyOf } from "@ops/platform/contract";
import { changeRecord, type Steps } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { endSessions } from "../session/end.ts";
import type { AuthorityContext } from "../settings.ts";
import { endSignOn } from "../sso/logout.ts";
import { users } from "./tables.ts";
import { withInitialPassword } from "./with-initial-password.ts";

/** Whoever knew the old one is out everywhere (AU-R3). */
export async function resetPassword(
  context: AuthorityContext,
  steps: Steps,
  id: string,
  body: BodyOf<typeof contract.resetPassword>,
): Promise<{ initialPassword: string }> {
  return withInitialPassword(context, steps, { id, ...body }, async (tx, user, fresh) => {
    await changeRecord(tx, users, user, fresh);
    await endSessions(tx, id, "PWD_RESET");
    await endSignOn(tx, id, "PWD_RESET");
  });
}
