import { partnerStaffAt } from "@ops/partner/server";
import { dayOf } from "@ops/platform/contract";
import { changeRecord, insertRecord, removeRecord, type Tx } from "@ops/platform/server";
import { type DutyFamily, dutyFamilies } from "../../contract/index.ts";
import { db, findRow, findRows } from "../database.ts";
import { storePositions } from "../position/published.ts";
import { dutyResume } from "./resume.ts";
import { type MemberRow, memberTable } from "./tables.ts";

/** Somebody in post in a store; the position is null for a partner's employee whose position has no code. */
export interface TakenPost {
  readonly userId: string;
  readonly storeId: string;
  readonly positionCode: string | null;
}

const isDutyFamily = (family: string): family is DutyFamily => Object.hasOwn(dutyFamilies, family);

/**
 * Makes a member of somebody whose position belongs to a family that takes turns. A 店长 becomes one without a family,
 * to be ticked in by hand (ST-R31). Stores that are not taken in yet enrol their people when they are.
 */
export async function takePost(tx: Tx, { userId, storeId, positionCode }: TakenPost, weight = 1): Promise<void> {
  if (positionCode === null || !(await findRow(tx, "store", { id: storeId }))) return;
  const family = (await storePositions(tx)).get(positionCode)?.family ?? "";
  if (!isDutyFamily(family) && family !== "MANAGE") return;
  const families = isDutyFamily(family) ? [family] : [];
  const known = await lockMember(tx, storeId, userId);
  if (!known) await insertRecord(tx, memberTable, { storeId, userId, families, weight });
  else if (families.some((one) => !known.families.includes(one)))
    await changeRecord(tx, memberTable, known, { families });
}

/** Ends a membership with its days from today on. */
export async function leavePost(tx: Tx, { userId, storeId }: Omit<TakenPost, "positionCode">): Promise<void> {
  const known = await lockMember(tx, storeId, userId);
  if (!known) return;
  await db(tx)
    .deleteFrom("dutyDay")
    .where("storeId", "=", storeId)
    .where("userId", "=", userId)
    .where("day", ">=", dayOf(tx.now))
    .execute();
  await tx.clearTimer(dutyResume, known.id);
  await removeRecord(tx, memberTable, known);
}

/** Moves a membership with its weight; somebody who is still in training at the new place is no member there. */
export async function movePost(tx: Tx, post: TakenPost & { readonly fromStoreId: string }): Promise<void> {
  const known = await lockMember(tx, post.fromStoreId, post.userId);
  if (known && post.fromStoreId === post.storeId && (await isInPost(tx, post))) return changeFamily(tx, known, post);
  await leavePost(tx, { userId: post.userId, storeId: post.fromStoreId });
  if (await isInPost(tx, post)) await takePost(tx, post, known?.weight);
}

/** Somebody who stays in the store keeps roster, weight and pause, unless the new position takes no turns. */
async function changeFamily(tx: Tx, known: MemberRow, post: TakenPost): Promise<void> {
  const family = (await storePositions(tx)).get(post.positionCode ?? "")?.family ?? "";
  if (!isDutyFamily(family) && family !== "MANAGE") return leavePost(tx, post);
  const families = isDutyFamily(family) ? [family] : [];
  if (families.some((one) => !known.families.includes(one))) await changeRecord(tx, memberTable, known, { families });
}

/** Makes members of everybody who is in post in a store that was taken in (ST-R32). */
export async function enrolDuty(tx: Tx, storeId: string): Promise<void> {
  for (const post of await postsIn(tx, storeId)) await takePost(tx, post);
}

async function isInPost(tx: Tx, { userId, storeId }: TakenPost): Promise<boolean> {
  return (await postsIn(tx, storeId)).some((post) => post.userId === userId);
}

/** Everybody who is in post in a store, own people and partners'. */
async function postsIn(tx: Tx, storeId: string): Promise<TakenPost[]> {
  const own = await findRows(tx, "storeStaff", { storeId, state: ["IN_POST", "MOVING", "LEAVING"] }, "id");
  const others = (await partnerStaffAt(tx, storeId)).filter(({ state }) => state !== "TRAINING");
  return [...own, ...others].flatMap(({ userId, positionCode }) =>
    userId === null ? [] : [{ userId, storeId, positionCode }],
  );
}

async function lockMember(tx: Tx, storeId: string, userId: string): Promise<MemberRow | undefined> {
  return db(tx)
    .selectFrom("dutyMember")
    .selectAll()
    .where("storeId", "=", storeId)
    .where("userId", "=", userId)
    .forUpdate()
    .executeTakeFirst();
}
