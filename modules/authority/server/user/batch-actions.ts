import { type BodyOf, dayOf } from "@ops/platform/contract";
import { requireSeen, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { batchErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { giveRoles, takeRole } from "../grant/give.ts";
import { addPost, endPost } from "../membership/change.ts";
import { users } from "../person/tables.ts";
import { notOver } from "../rights/in-force.ts";
import { type ActOn, mainPost } from "./batch.ts";
import { disableAccount, enableAccount } from "./switch-account.ts";

/** What stands in for the reason while a preview tries. */
const TRIED = "预检";

type With<B> = Omit<B, "reason" | "ids"> & { readonly reason?: string };

export const disableOne =
  ({ reason = TRIED }: With<object>): ActOn =>
  (tx, id) =>
    disableAccount(tx, id, { reason, version: null });

export const enableOne =
  ({ reason = TRIED }: With<object>): ActOn =>
  (tx, id) =>
    enableAccount(tx, id, { reason, version: null });

/** In the main post. */
export const grantOne =
  ({ roleIds, validTo, reason = TRIED }: With<BodyOf<(typeof contract.batchGrant)["run"]>>): ActOn =>
  async (tx, id) => {
    const post = await postOf(tx, id);
    return giveRoles(tx, post.id, { roleIds, validTo, reason });
  };

/** In every post that holds one of them. */
export const revokeOne =
  ({ roleIds, reason = TRIED }: With<BodyOf<(typeof contract.batchRevoke)["run"]>>): ActOn =>
  async (tx, id) => {
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
  };

/** The new post first: whoever moves is never without one, and stays signed in. */
export const moveOne =
  ({ organizationId, positionId, reason = TRIED }: With<BodyOf<(typeof contract.batchMove)["run"]>>): ActOn =>
  async (tx, id) => {
    const post = await postOf(tx, id);
    const place = { organizationId, positionId: positionId ?? post.positionId };
    await addPost(tx, id, { ...place, startDate: dayOf(tx.now), endDate: null, isPrimary: true });
    await endPost(tx, post.id, { nextPrimaryId: null, reason, version: null });
  };

async function postOf(tx: Tx, userId: string) {
  await requireSeen(tx, users, [userId]);
  const post = await mainPost(tx, userId);
  if (!post) throw batchErrors.noPost();
  return post;
}
