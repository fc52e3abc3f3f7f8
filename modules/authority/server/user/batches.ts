import { dayOf } from "@ops/platform/contract";
import {
  type BatchSource,
  batchOf,
  changeRecord,
  type Facts,
  lockRecord,
  requireSeen,
  type Tx,
} from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { batchErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { giveRoles, takeRole } from "../grant/give.ts";
import { addPost, endPost } from "../membership/change.ts";
import { users } from "../person/tables.ts";
import { notOver } from "../rights/in-force.ts";
import { userActing } from "./acting.ts";
import { orderAdministratorChanges } from "./last-admin.ts";
import { listUsers } from "./list-users.ts";
import { seePosts, seeRoles, seeStates, stateIn } from "./see-people.ts";

const switchOne = (tx: Tx, move: "disable" | "enable", id: string, reason: string) =>
  userActing.act(tx, move, id, { reason, version: null });

/** Gives an account the state that it had before a batch switched it, which may be 待激活 or 休眠 (PF-R119). */
async function switchBack(
  tx: Tx,
  move: "disable" | "enable",
  id: string,
  { before, reason }: { readonly before: Facts; readonly reason: string },
): Promise<void> {
  await switchOne(tx, move, id, reason);
  const user = await lockRecord(tx, users, id, null);
  const was = stateIn(before);
  if (user.status !== was) await changeRecord(tx, users, user, { status: was });
}

const disabling = batchOf(contract.batchDisable, users, {
  list: listUsers,
  see: seeStates,
  first: orderAdministratorChanges,
  act: (tx, id, { reason }) => switchOne(tx, "disable", id, reason),
  undo: (tx, id, done) => switchBack(tx, "enable", id, done),
});

const enabling = batchOf(contract.batchEnable, users, {
  list: listUsers,
  see: seeStates,
  first: orderAdministratorChanges, // an undo disables
  act: (tx, id, { reason }) => switchOne(tx, "enable", id, reason),
  undo: (tx, id, done) => switchBack(tx, "disable", id, done),
});

/** Grants the roles in the primary post of the person. */
const granting = batchOf(contract.batchGrant, users, {
  list: listUsers,
  see: seeRoles,
  act: async (tx, id, { roleIds, validTo, reason }) => {
    const post = await requireMainPost(tx, id);
    return giveRoles(tx, post.id, { roleIds, validTo, reason });
  },
});

/** Revokes the roles in every post that holds one of them. */
const revoking = batchOf(contract.batchRevoke, users, {
  list: listUsers,
  see: seeRoles,
  act: async (tx, id, { roleIds, reason }) => {
    await requireSeen(tx, users, [id]);
    const held = await db(tx)
      .selectFrom("roleGrant as g")
      .innerJoin("membership as m", "m.id", "g.membershipId")
      .select(["g.id", "g.version"])
      .where("m.userId", "=", id)
      .where(notOver(tx))
      .where("g.roleId", "in", [...roleIds])
      .orderBy("g.id")
      .execute();
    if (held.length === 0) throw batchErrors.roleNotHeld();
    for (const { id: grantId, version } of held) await takeRole(tx, grantId, { reason, version });
  },
});

/** The new post begins before the old one ends, so that the person always has one and stays signed in. */
const moving = batchOf(contract.batchMove, users, {
  list: listUsers,
  see: seePosts,
  act: async (tx, id, { organizationId, positionId, reason }) => {
    const post = await requireMainPost(tx, id);
    const place = { organizationId, positionId: positionId ?? post.positionId };
    await addPost(tx, id, { ...place, startDate: dayOf(tx.now), endDate: null, isPrimary: true });
    await endPost(tx, post.id, { nextPrimaryId: null, reason, version: null });
  },
});

/** Actions on many people at once (PF-R119). */
export const userBatches: readonly BatchSource[] = [disabling, enabling, granting, revoking, moving];

async function requireMainPost(tx: Tx, userId: string): Promise<{ id: string; positionId: string }> {
  await requireSeen(tx, users, [userId]);
  const post = await db(tx)
    .selectFrom("membership")
    .select(["id", "positionId"])
    .where("userId", "=", userId)
    .where("isPrimary", "=", true)
    .where("status", "=", "EFFECTIVE")
    .executeTakeFirst();
  if (!post) throw batchErrors.noPost();
  return post;
}
