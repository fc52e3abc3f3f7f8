import { type BodyOf, commonErrors } from "@ops/platform/contract";
import { changeRecord, removeRecord, type Tx, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { roleErrors, roleStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { refuseEscalation } from "./draft/check-draft.ts";
import { tellHolders } from "./draft/save.ts";
import { keepBaseline, keepVersion } from "./draft/versions.ts";
import { holdersOfRole } from "./holders.ts";
import { lockRole } from "./lock-role.ts";
import { refuseForeignHand } from "./own-role.ts";
import { type PresentedDetail, presentRole } from "./present.ts";
import { draftOf, type RoleRow, roles } from "./tables.ts";

export const disableRole = writes(contract.disableRole, (tx, { params, body }) =>
  switchRole(tx, params.id, "disable", body),
);

export const enableRole = writes(contract.enableRole, (tx, { params, body }) =>
  switchRole(tx, params.id, "enable", body),
);

/** A disabled role grants nothing, at once; enabling restores the former state (AU-R28). */
async function switchRole(
  tx: Tx,
  id: string,
  move: "disable" | "enable",
  { reason, version }: BodyOf<typeof contract.disableRole>,
): Promise<PresentedDetail> {
  const role = await lockRole(tx, id, version);
  await refuseForeignHand(tx, role, draftOf(role));
  await refuseTaking(tx, role);
  const status = roleStates.next(role.status, move);
  tx.trail.reason = reason;
  await keepBaseline(tx, role);
  const switched = await changeRecord(tx, roles, role, { status });
  await keepVersion(tx, switched, `${roleStates.moves[move].label}：${reason}`);
  await tellHolders(tx, id);
  return presentRole(tx, switched);
}

export const deleteRole = writes(
  contract.deleteRole,
  async (tx, { params: { id }, query: { version } }): Promise<true> => {
    const role = await lockRole(tx, id, version);
    if (role.builtIn) throw roleErrors.builtin();
    const people = new Set((await holdersOfRole(tx, id)).map(({ userId }) => userId)).size;
    if (people > 0) throw roleErrors.granted({ n: people });
    await refuseTaking(tx, role);
    if (await isDefaultOfPosition(tx, id)) throw commonErrors.referenced();
    await removeRecord(tx, roles, role);
    return true;
  },
);

/** Only what the actor could have given may be taken away (AU-R16). */
function refuseTaking(tx: Tx, role: RoleRow): Promise<void> {
  return refuseEscalation(tx, { before: role, draft: draftOf(role) });
}

async function isDefaultOfPosition(tx: Tx, roleId: string): Promise<boolean> {
  const found = await db(tx)
    .selectFrom("position")
    .select("id")
    .where(sql<boolean>`${roleId}::uuid = any(default_role_ids)`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
