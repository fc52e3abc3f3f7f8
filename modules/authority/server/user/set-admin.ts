import { changeRecord, lockRecord, notify, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { userErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { isOutsider, refuseSelf } from "../person/guards.ts";
import { presentUser } from "../person/present.ts";
import { type UserRow, users } from "../person/tables.ts";
import { bumpRights } from "../rights/bump.ts";
import { endSessions } from "../session/end.ts";
import { keepOneAdministrator, lockAdministrators } from "./last-admin.ts";

/**
 * Gives or takes the administrator flag. Only administrators may, and they type the person's name to confirm (AU-R7).
 * The person has to sign in again, because administrators work without an organisation and everybody else works in one.
 */
export const setAdmin = writes(contract.setAdmin, async (tx, { params: { id }, body }) => {
  if (!tx.actor.isAdmin) throw userErrors.adminProtected();
  refuseSelf(tx, id);
  await lockAdministrators(tx);
  const user = await lockRecord(tx, users, id, body.version, presentUser);
  if (body.userName !== user.userName) throw userErrors.nameDiffers();
  if (body.boolAdmin === user.boolAdmin) return presentUser(tx, user);
  if (body.boolAdmin && isOutsider(user)) throw userErrors.outsiderAdmin();
  if (!body.boolAdmin) await keepOneAdministrator(tx, user);
  tx.trail.reason = body.reason;
  const changed = await changeRecord(tx, users, user, { boolAdmin: body.boolAdmin });
  await endSessions(tx, id, "KICKED");
  await bumpRights(tx, [id]);
  await tellAdministrators(tx, user, body.boolAdmin);
  return presentUser(tx, changed);
});

/** Tells the other administrators, because they have to know who else may do everything. */
async function tellAdministrators(tx: Tx, { id, userName }: UserRow, isGiven: boolean): Promise<void> {
  const administrators = await db(tx)
    .selectFrom("appUser")
    .select("id")
    .where("boolAdmin", "=", true)
    .where("status", "=", "ACTIVE")
    .where("deletedAt", "is", null)
    .where("id", "<>", tx.actor.userId)
    .execute();
  await notify(
    tx,
    administrators.map((one) => one.id),
    {
      category: "SYSTEM",
      level: "WARN",
      title: "管理员变更",
      about: `admin:${id}`,
      content: `${tx.actor.name}${isGiven ? "将" : "取消了"}${userName}${isGiven ? "设为管理员" : "的管理员身份"}。`,
      route: "/AuthorityManagement/UserManagement",
    },
  );
}
