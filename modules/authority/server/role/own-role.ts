import { isSelf, type Tx } from "@ops/platform/server";
import { type RoleDraft, roleDiff, roleErrors } from "../../contract/index.ts";
import { holdersOfRole } from "./holders.ts";
import { draftOf, type RoleRow } from "./tables.ts";

/** Only administrators edit a role that they hold themselves (AU-R27) or the codes of a built-in role. */
export async function refuseForeignHand(tx: Tx, role: RoleRow, draft: RoleDraft): Promise<void> {
  if (tx.actor.isAdmin) return;
  const holders = await holdersOfRole(tx, role.id);
  if (holders.some(({ userId }) => isSelf(tx, userId))) throw roleErrors.own();
  const diff = roleDiff(draftOf(role), draft);
  const changed = [
    diff.addedCodes,
    diff.removedCodes,
    diff.addedExclusions,
    diff.removedExclusions,
    diff.fields,
  ].flat();
  if (role.builtIn && changed.length > 0) throw roleErrors.builtinCodes();
}
