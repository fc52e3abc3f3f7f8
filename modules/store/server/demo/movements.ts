import { addDays, dayOf } from "@ops/platform/contract";
import { changeRecord, insertRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import { mondayOf } from "../duty/week.ts";
import { movementEffect, takesEffectAt } from "../movement/effect.ts";
import { requestReview } from "../movement/review.ts";
import { type MovementRow, movements } from "../movement/tables.ts";
import { type StaffRow, staffTable } from "../staff/tables.ts";
import { requireDemoPlace } from "./places.ts";

/** The region whose manager finds two movements to decide. */
const REGION = "EAST";
const DONE = 6;
const HOURS_AGO_MS = 5 * 3_600_000;

/** Loads movements in every state: two wait for the region, one takes effect next week, one failed, the rest are past. */
export async function loadMovements(tx: Tx): Promise<void> {
  const people = await movablePeople(tx);
  const today = dayOf(tx.now);
  const nextMonday = addDays(mondayOf(today), 7);
  const take = () => {
    const [mover, colleague] = people.splice(0, 2);
    if (!mover || !colleague) throw new Error("the demo has too few people in stores");
    return { mover, colleague };
  };
  for (const day of [addDays(nextMonday, 7), addDays(nextMonday, 14)]) {
    const { mover, colleague } = take();
    const movement = await insertTransfer(tx, mover, colleague, { effectiveDate: day });
    await begin(tx, mover, "MOVING");
    const by = { userId: colleague.userId ?? tx.actor.userId, at: new Date(tx.now.getTime() - HOURS_AGO_MS) };
    await requestReview(tx, movement, mover, by);
    await tx.setTimer(movementEffect, movement.id, takesEffectAt(movement), { id: movement.id });
  }
  const next = take();
  const approved = await insertTransfer(tx, next.mover, next.colleague, {
    effectiveDate: nextMonday,
    state: "APPROVED",
  });
  await begin(tx, next.mover, "MOVING");
  await tx.setTimer(movementEffect, approved.id, takesEffectAt(approved), { id: approved.id });
  await loadFailed(tx, take());
  for (let n = 1; n <= DONE; n++) {
    const { mover, colleague } = take();
    await insertTransfer(tx, mover, colleague, { effectiveDate: addDays(today, -20 * n), state: "DONE" });
  }
  const refused = take();
  await insertTransfer(tx, refused.mover, refused.colleague, { effectiveDate: addDays(today, -9), state: "REJECTED" });
}

interface Pair {
  readonly mover: StaffRow;
  readonly colleague: StaffRow;
}

/** Somebody leaves whose last day has passed, and one kind of work could not be handed over. */
async function loadFailed(tx: Tx, { mover, colleague }: Pair): Promise<void> {
  const leaveOn = addDays(dayOf(tx.now), -1);
  const failure = "接手人账号不可用";
  const { id } = await insertRecord(tx, movements, {
    ...placeOf(mover),
    kind: "LEAVE",
    leaveType: "RESIGN",
    effectiveDate: leaveOn,
    movementNo: await tx.nextNumber("storeMovement"),
    reason: "个人发展原因离职",
    defaultSuccessorId: colleague.userId,
    state: "FAILED",
    failure,
  });
  const line = { kind: "authority.ledOrganizations", label: "负责的组织", countAtStart: 1, toUserId: colleague.userId };
  const failed = { ...line, movementId: id, state: "FAILED" as const, message: failure };
  await db(tx).insertInto("storeMovementHandover").values(failed).execute();
  const left = { leaveOn, leaveType: "RESIGN" as const, leaveReason: "个人发展原因离职" };
  await changeRecord(tx, staffTable, mover, { ...left, state: "LEAVING", stateBefore: "IN_POST" });
}

const placeOf = ({ id, storeId, positionCode }: StaffRow) => ({
  staffId: id,
  fromStoreId: storeId,
  fromPositionCode: positionCode,
});

async function insertTransfer(
  tx: Tx,
  mover: StaffRow,
  { storeId, userId }: StaffRow,
  wishes: Pick<MovementRow, "effectiveDate"> & Partial<Pick<MovementRow, "state">>,
): Promise<MovementRow> {
  return insertRecord(tx, movements, {
    ...placeOf(mover),
    kind: "TRANSFER",
    toStoreId: storeId,
    toPositionCode: mover.positionCode,
    movementNo: await tx.nextNumber("storeMovement"),
    reason: "门店人手调整",
    defaultSuccessorId: userId,
    ...wishes,
  });
}

async function begin(tx: Tx, staff: StaffRow, state: "MOVING"): Promise<void> {
  await changeRecord(tx, staffTable, staff, { state, stateBefore: "IN_POST" });
}

/** Lists advisers of the region in pairs: one, and another who works in a different store. */
async function movablePeople(tx: Tx): Promise<StaffRow[]> {
  const { path } = await requireDemoPlace(tx, REGION);
  const { rows } = await sql<StaffRow>`
    select s.* from store_staff s join store on store.id = s.store_id join organization o on o.id = store.id
    where s.state = 'IN_POST' and s.position_code = 'salesAdvisor' and o.path like ${`${path}%`}
    order by row_number() over (partition by s.store_id order by s.id), s.store_id`.execute(tx.kysely);
  return rows;
}
