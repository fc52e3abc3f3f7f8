import { partnerStaffIn } from "@ops/partner/server";
import { dayOf } from "@ops/platform/contract";
import { changeRecord, changeRecords, insertRecords, removeRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
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
export async function takePost(tx: Tx, post: TakenPost, weight = 1): Promise<void> {
  if (await findRow(tx, "store", { id: post.storeId })) await takePosts(tx, [post], weight);
}

async function takePosts(tx: Tx, posts: readonly TakenPost[], weight: number): Promise<void> {
  const positions = await storePositions(tx);
  const wanted = new Map<string, Pick<MemberRow, "storeId" | "userId" | "families">>();
  for (const { userId, storeId, positionCode } of posts) {
    const family = positions.get(positionCode ?? "")?.family ?? "";
    const key = memberKey({ userId, storeId });
    if (isDutyFamily(family)) wanted.set(key, { storeId, userId, families: [family] });
    else if (family === "MANAGE" && !wanted.has(key)) wanted.set(key, { storeId, userId, families: [] });
  }
  const members = await lockMembers(tx, [...wanted.values()]);
  const known = new Map(members.map((member) => [memberKey(member), member]));
  const others = [...wanted.values()].flatMap(({ families, ...member }) => {
    const before = known.get(memberKey(member));
    const isOther = before && families.some((one) => !before.families.includes(one));
    return isOther ? [{ before, steps: [{ families }] }] : [];
  });
  await changeRecords(tx, memberTable, others);
  const added = [...wanted].flatMap(([key, member]) =>
    known.has(key) ? [] : [{ ...member, weight, pausedReason: null, pausedUntil: null }],
  );
  await insertRecords(tx, memberTable, added);
}

const memberKey = ({ storeId, userId }: Pick<MemberRow, "storeId" | "userId">) => `${storeId} ${userId}`;

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

/** Makes members of everybody who is in post in stores that were taken in (ST-R32). */
export async function enrolDuty(tx: Tx, storeIds: readonly string[]): Promise<void> {
  await takePosts(tx, await postsIn(tx, storeIds), 1);
}

async function isInPost(tx: Tx, { userId, storeId }: TakenPost): Promise<boolean> {
  return (await postsIn(tx, [storeId])).some((post) => post.userId === userId);
}

/** Everybody who is in post in these stores, own people and partners'. */
async function postsIn(tx: Tx, storeIds: readonly string[]): Promise<TakenPost[]> {
  const inPost = { storeId: [...storeIds], state: ["IN_POST", "MOVING", "LEAVING"] } as const;
  const own = Map.groupBy(await findRows(tx, "storeStaff", inPost, "id"), ({ storeId }) => storeId);
  const others = await partnerStaffIn(tx, storeIds);
  return storeIds.flatMap((storeId) => {
    const trained = (others.get(storeId) ?? []).filter(({ state }) => state !== "TRAINING");
    return [...(own.get(storeId) ?? []), ...trained].flatMap(({ userId, positionCode }) =>
      userId === null ? [] : [{ userId, storeId, positionCode }],
    );
  });
}

async function lockMember(tx: Tx, storeId: string, userId: string): Promise<MemberRow | undefined> {
  const [member] = await lockMembers(tx, [{ storeId, userId }]);
  return member;
}

async function lockMembers(tx: Tx, asked: readonly Omit<TakenPost, "positionCode">[]): Promise<MemberRow[]> {
  const ids = [asked.map(({ storeId }) => storeId), asked.map(({ userId }) => userId)] as const;
  const { rows } = await sql<MemberRow>`select * from duty_member
    where (store_id, user_id) in (select * from unnest(${ids[0]}::uuid[], ${ids[1]}::uuid[]))
    order by id for update`.execute(tx.kysely);
  return rows;
}
