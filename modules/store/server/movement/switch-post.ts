import { staffTransferred } from "@ops/authority/contract";
import { addPost, closeAccount, endPost, peopleAt } from "@ops/authority/server";
import { addToBlacklist } from "@ops/partner/server";
import { changeRecord, insertPastAudits, jobAudit, type Tx } from "@ops/platform/server";
import { movementErrors, movementKinds, staffStates } from "../../contract/index.ts";
import { takeUpPost } from "../certification/post.ts";
import { lockCells } from "../headcount/seats.ts";
import { identityOf } from "../staff/identity.ts";
import { needsCertificate, requirePlace } from "../staff/place.ts";
import { postOf, tellLeft } from "../staff/posts.ts";
import { type StaffRow, staffTable } from "../staff/tables.ts";
import { hasOwnAccount } from "./freeze.ts";
import { type MovementRow, movements } from "./tables.ts";

/** Brings a movement about: the post in authority and the record of the person change in one transaction. */
export async function switchPost(tx: Tx, movement: MovementRow, staff: StaffRow): Promise<void> {
  if (movement.kind === "LEAVE") await leave(tx, movement, staff);
  else await move(tx, movement, staff);
  await logEffect(tx, movement, staff);
}

async function leave(tx: Tx, { isRestricted, reason }: MovementRow, staff: StaffRow): Promise<void> {
  // the account may have been closed in 用户管理 meanwhile
  if (staff.state === "LEAVING") await endEmployment(tx, staff);
  if (isRestricted) await addToBlacklist(tx, { ...identityOf(tx, staff), name: staff.name, reason, untilOn: null });
}

/** Ends the account with the employment. An account of the brand only loses the post (ST-R17). */
async function endEmployment(tx: Tx, staff: StaffRow): Promise<void> {
  if (staff.userId && (await hasOwnAccount(tx, staff))) await closeAccount(tx, staff.userId);
  else if (staff.postId) await endPost(tx, staff.postId);
  const state = staffStates.next(staff.state, "leave");
  await changeRecord(tx, staffTable, staff, { state, stateBefore: null });
  await tellLeft(tx, staff);
}

async function move(tx: Tx, { toStoreId, toPositionCode }: MovementRow, staff: StaffRow): Promise<void> {
  const { userId, storeId: fromStoreId, positionCode: fromCode, state } = staff;
  if (state !== "MOVING" || !userId || !toStoreId || !toPositionCode) throw movementErrors.moveGone();
  const target = { storeId: toStoreId, positionCode: toPositionCode };
  await requirePlace(tx, target);
  await lockCells(tx, [{ storeId: fromStoreId, positionCode: fromCode }, target]);
  const posts = await peopleAt(tx, [fromStoreId]);
  const isPrimary = posts.find(({ postId }) => postId === staff.postId)?.isPrimary ?? (await hasOwnAccount(tx, staff));
  if (staff.postId) await endPost(tx, staff.postId);
  const postId = await addPost(tx, { userId, organizationId: toStoreId, positionCode: toPositionCode, isPrimary });
  const isTrained = !(await needsCertificate(tx, { id: staff.id, positionCode: toPositionCode }));
  const moved = await changeRecord(tx, staffTable, staff, {
    ...target,
    postId,
    state: staffStates.next(state, isTrained ? "endMove" : "endMoveToTrain"),
    stateBefore: null,
    mentorStaffId: toStoreId === fromStoreId ? staff.mentorStaffId : null,
  });
  await takeUpPost(tx, moved);
  await tx.publish(staffTransferred, { ...postOf(tx, moved), fromStoreId });
}

/** No call is about this change, so its entries in the logs of the movement and of the person are written here. */
async function logEffect(tx: Tx, movement: MovementRow, staff: StaffRow): Promise<void> {
  const { id, movementNo, kind, reason } = movement;
  const entry = {
    ...jobAudit(tx, "store"),
    action: "store.effectMovement",
    actionName: "异动生效",
    summary: `${staff.name}${movementKinds[kind]}已生效`,
    diffs: [],
    reason,
  };
  await insertPastAudits(tx, [
    { ...entry, bizType: movements.name, bizId: id, bizNo: movementNo },
    { ...entry, ...jobAudit(tx, "store"), bizType: staffTable.name, bizId: staff.id, bizNo: staff.staffNo, reason },
  ]);
}
