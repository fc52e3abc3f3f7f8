import { lookupOrganizations, lookupPeople, organizationsUnder } from "@ops/authority/server";
import type { BodyOf } from "@ops/platform/contract";
import { type Holder, mayBecomeAble, type Tx, type WorkInHand } from "@ops/platform/server";
import { sql } from "kysely";
import { type arrangeHandover, movementErrors, type StaffWork } from "../../contract/index.ts";
import { storePositions } from "../position/published.ts";
import { lookupStores } from "../site/published.ts";
import type { StaffRow } from "../staff/tables.ts";
import type { MovementRow } from "./tables.ts";

export const personOf = (id: string): Holder => ({ kind: "person", id });

interface OpenWork {
  readonly work: WorkInHand;
  readonly count: number;
}

/** Finds the open work of a person in all modules. Kinds without work are left out. */
export async function openWork(tx: Tx, { userId }: Pick<StaffRow, "userId">): Promise<OpenWork[]> {
  if (userId === null) return [];
  const open: OpenWork[] = [];
  for (const work of tx.workInHand) {
    const count = await work.countOf(tx, personOf(userId));
    if (count > 0) open.push({ work, count });
  }
  return open;
}

type Successor = StaffWork["successors"][number];
const MOST = 300;

/**
 * Finds the people in post in the same store or region whose accounts can be used: the manager of the store first, then
 * its people, then the others. With `userIds` only these are looked at.
 */
export async function successorsOf(tx: Tx, staff: StaffRow, userIds?: readonly string[]): Promise<Successor[]> {
  const { id, storeId } = staff;
  const place = (await lookupOrganizations(tx, [storeId])).get(storeId);
  const region = place?.regionOrgId ?? storeId;
  const asked = userIds ? sql<boolean>`user_id = any(${userIds}::uuid[])` : sql<boolean>`true`;
  const { rows } = await sql<Pick<StaffRow, "name" | "storeId" | "positionCode"> & { userId: string; staffNo: string }>`
    select user_id, staff_no, name, store_id, position_code from store_staff
    where state = 'IN_POST' and id <> ${id} and store_id in (${organizationsUnder(region)}) and ${asked}
    order by store_id = ${storeId} desc, user_id = ${place?.leaderUserId ?? null}::uuid desc nulls last, staff_no
    limit ${MOST}`.execute(tx.kysely);
  const [people, positions] = [await lookupPeople(tx, idsOf(rows)), await storePositions(tx)];
  const storeIds = rows.map((row) => row.storeId);
  const stores = await lookupStores(tx, storeIds);
  return rows
    .filter(({ userId }) => people.get(userId)?.isUsable)
    .map(({ userId, staffNo, name, storeId: at, positionCode }) => {
      const note = `${stores.get(at)?.name ?? ""} · ${positions.get(positionCode)?.name ?? positionCode}`;
      return { userId, staffNo, name, note };
    });
}

const idsOf = (rows: readonly { userId: string }[]) => rows.map(({ userId }) => userId);

export type Arranged = Pick<BodyOf<typeof arrangeHandover>, "defaultSuccessorId" | "successors">;

interface HandoverLine {
  readonly kind: string;
  readonly label: string;
  readonly countAtStart: number;
  readonly toUserId: string | null;
}

/** Makes the lines of a hand-over. Every kind of open work needs somebody who can take it (ST-R16). */
export async function arrangeLines(tx: Tx, staff: StaffRow, arranged: Arranged): Promise<HandoverLine[]> {
  const { defaultSuccessorId, successors } = arranged;
  const open = await openWork(tx, staff);
  if (successors.some(({ kind }) => !open.some(({ work }) => work.kind === kind))) throw movementErrors.moveKind();
  const lines = open.map(({ work, count: countAtStart }) => {
    const toUserId = successors.find(({ kind }) => kind === work.kind)?.toUserId ?? null;
    return { work, line: { kind: work.kind, label: work.label, countAtStart, toUserId } };
  });
  const before: string[] = []; // in the order in which it will be handed over
  for (const { work, line } of lines) {
    const toUserId = line.toUserId ?? defaultSuccessorId;
    if (toUserId === null) throw movementErrors.handoverPending({ n: line.countAtStart, label: line.label });
    if (!mayBecomeAble(work, toUserId, before)) await requireSuccessor(tx, staff, { toUserId, work });
    before.push(toUserId);
  }
  if (defaultSuccessorId !== null) await requireSuccessor(tx, staff, { toUserId: defaultSuccessorId, work: null });
  return lines.map(({ line }) => line);
}

interface Taking {
  readonly toUserId: string;
  /** Null for the successor of whatever comes later. */
  readonly work: WorkInHand | null;
}

/** Refuses somebody who is not in post nearby. What a kind of work asks of its taker, it refuses in its own words. */
export async function requireSuccessor(tx: Tx, staff: StaffRow, { toUserId, work }: Taking): Promise<void> {
  const [taker] = await successorsOf(tx, staff, [toUserId]);
  if (!taker) throw movementErrors.successor({ label: work?.label ?? "其他事项" });
  if (work && staff.userId) await work.checkTaker?.(tx, personOf(staff.userId), personOf(toUserId));
}

/** Another position of the same family leaves the person with the work (ST-R16). */
export async function movesWork(tx: Tx, movement: MovementRow): Promise<boolean> {
  if (movement.kind !== "POSITION") return true;
  const positions = await storePositions(tx);
  const familyOf = (code: string | null) => positions.get(code ?? "")?.family;
  return familyOf(movement.fromPositionCode) !== familyOf(movement.toPositionCode);
}
