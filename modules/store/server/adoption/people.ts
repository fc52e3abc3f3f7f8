import { type PersonAt, peopleAt, phonesOf } from "@ops/authority/server";
import { changeRecord, insertRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { workingStates } from "../../contract/index.ts";
import { giveHoldersTime } from "../certification/requirement.ts";
import { findRows } from "../database.ts";
import { lockCells } from "../headcount/seats.ts";
import { holdRequirement, storePositions } from "../position/published.ts";
import { personKeyOf } from "../staff/identity.ts";
import { tellInPost } from "../staff/posts.ts";
import { type StaffRow, staffTable } from "../staff/tables.ts";

/** Only one node takes people in at a time. */
const PEOPLE_LOCK = 7_330_033;

/**
 * Takes in everybody who mainly works in these stores and has no record yet (ST-R33). Told twice, it changes nothing. The cells
 * are locked, so that a seat which is being given meanwhile is counted with them.
 */
export async function takeInPeople(tx: Tx, storeIds: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${PEOPLE_LOCK})`.execute(tx.kysely);
  const stores = await findRows(tx, "store", { id: [...storeIds], operateMode: "DIRECT" });
  const openIds = stores.flatMap(({ id, state }) => (state === "CLOSED" ? [] : [id]));
  const positions = await storePositions(tx);
  const posts = (await peopleAt(tx, openIds)).filter((post) => isTakenIn(post) && positions.has(post.positionCode));
  const known = await knownOf(tx, posts);
  const phones = await phonesOf(
    tx,
    posts.map(({ id }) => id),
  );
  const unknown = posts.filter(({ id }) => phones.has(id) && !known.has(id));
  await lockCells(
    tx,
    unknown.map(({ orgId: storeId, positionCode }) => ({ storeId, positionCode })),
  );
  const called = unknown.map((post) => ({ post, phone: phones.get(post.id) ?? "" }));
  await giveTime(tx, await takeIn(tx, called));
}

const isTakenIn = ({ isPrimary, userType, isAdmin, status }: PersonAt): boolean =>
  isPrimary && userType === "STORE" && !isAdmin && status !== "LEFT";

async function knownOf(tx: Tx, posts: readonly PersonAt[]): Promise<ReadonlySet<string | null>> {
  const rows = await findRows(tx, "storeStaff", { userId: posts.map(({ id }) => id), state: [...workingStates] });
  return new Set(rows.map(({ userId }) => userId));
}

interface Called {
  readonly post: PersonAt;
  readonly phone: string;
}

/** Somebody who is being hired somewhere under the same phone gets the post at the onboarding instead. */
async function takeIn(tx: Tx, called: readonly Called[]): Promise<StaffRow[]> {
  const hashes = called.map(({ phone }) => tx.vault.hash("phone", phone));
  const { rows } = await sql<{ phoneHash: Buffer }>`select phone_hash from store_staff
    where phone_hash = any(${hashes}::bytea[]) and state not in ('LEFT', 'REJECTED')`.execute(tx.kysely);
  const hired = new Set(rows.map(({ phoneHash }) => phoneHash.toString("hex")));
  const taken: StaffRow[] = [];
  for (const { post, phone } of called) {
    const { id: userId, name, orgId: storeId, positionCode, startDate, postId } = post;
    const key = tx.vault.hash("phone", phone).toString("hex");
    if (hired.has(key)) continue;
    hired.add(key);
    const row = await insertRecord(tx, staffTable, {
      staffNo: await tx.nextNumber("storeStaff"),
      name,
      phone,
      personKey: personKeyOf(tx, { phone, idNo: null }),
      storeId,
      positionCode,
      source: "ADOPTED",
      state: "IN_POST",
      entryDate: startDate,
      inPostOn: startDate,
      userId,
      postId,
    });
    taken.push(row);
  }
  return taken;
}

/** Gives those who were taken in the days for a certificate that their position asks for, and tells of their posts. */
async function giveTime(tx: Tx, taken: readonly StaffRow[]): Promise<void> {
  for (const [positionCode, holders] of Map.groupBy(taken, (staff) => staff.positionCode)) {
    if (await holdRequirement(tx, positionCode)) await giveHoldersTime(tx, positionCode, holders);
  }
  for (const staff of taken) await tellInPost(tx, staff);
}

/** Marks people whose post no longer is where their record says, and takes the mark from the others. */
export async function comparePosts(tx: Tx, rows: readonly StaffRow[]): Promise<void> {
  const posts = await peopleAt(tx, [...new Set(rows.map(({ storeId }) => storeId))]);
  for (const row of rows) {
    const held = posts.filter(({ id, orgId, positionCode }) => {
      return id === row.userId && orgId === row.storeId && positionCode === row.positionCode;
    });
    // the post may have ended and begun again in 用户管理
    const postId = (held.find((post) => post.postId === row.postId) ?? held[0])?.postId ?? row.postId;
    const isOutOfStep = held.length === 0;
    if (isOutOfStep === row.isOutOfStep && postId === row.postId) continue;
    await changeRecord(tx, staffTable, row, { isOutOfStep, postId });
  }
}
