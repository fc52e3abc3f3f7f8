import { commonErrors } from "@ops/platform/contract";
import { acting, presentEach, removeRecord, type Tx, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { roleErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { refuseEscalation } from "./draft/check-draft.ts";
import { tellHolders } from "./draft/save.ts";
import { keepBaseline, keepVersion } from "./draft/versions.ts";
import { holdersOfRole } from "./holders.ts";
import { lockRole } from "./lock-role.ts";
import { refuseForeignHand } from "./own-role.ts";
import { presentRole } from "./present.ts";
import { draftOf, type RoleRow, roles } from "./tables.ts";
import { requireRole } from "./visible.ts";

/** Disabling a role takes its rights away at once; enabling gives them back (AU-R28). */
export const roleActing = acting(contract.roleActs, roles, {
  present: presentEach(presentRole),
  before: (tx, { id }) => requireRole(tx, id),
  on: { disable: checkSwitch, enable: checkSwitch },
  after: {
    disable: (tx, role, _before, { reason }) => tellSwitch(tx, role, `停用：${reason}`),
    enable: (tx, role, _before, { reason }) => tellSwitch(tx, role, `启用：${reason}`),
  },
});

async function checkSwitch(tx: Tx, role: RoleRow): Promise<object> {
  await refuseForeignHand(tx, role, draftOf(role));
  await refuseTaking(tx, role);
  await keepBaseline(tx, role);
  return {};
}

async function tellSwitch(tx: Tx, role: RoleRow, note: string): Promise<void> {
  await keepVersion(tx, role, note);
  await tellHolders(tx, role.id);
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

/** An actor may only take away what that actor could have given (AU-R16). */
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
