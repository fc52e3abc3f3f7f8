import { staffInPost, staffLeft, staffOffPost, staffTransferred } from "@ops/authority/contract";
import type { Tx } from "@ops/platform/server";
import { positionCodesOf } from "./params.ts";
import type { StaffRow } from "./tables.ts";

/** A post in a store of a person with an open account. A frozen person still has the post. */
interface Held {
  readonly userId: string;
  readonly storeId: string;
  readonly position: string;
}

const heldBy = ({ userId, storeId, positionCode: position }: StaffRow): Held | null =>
  userId !== null && storeId !== null ? { userId, storeId, position } : null;
const postOf = (staff: StaffRow): Held | null => (staff.state === "ACTIVE" ? heldBy(staff) : null);

/** Publishes who begins, ends, leaves or moves, for modules that assign work to people in stores. */
export async function tellPost(tx: Tx, before: StaffRow, after: StaffRow): Promise<void> {
  const codes = positionCodesOf(tx);
  const told = ({ userId, storeId, position }: Held) => {
    return { userId, storeId, positionCode: codes.get(position) ?? null, at: tx.now.toISOString() };
  };
  const [was, is, gone] = [postOf(before), postOf(after), heldBy(before)];
  if (after.state === "LEFT" && before.state !== "LEFT" && gone) await tx.publish(staffLeft, told(gone));
  else if (!was && is) await tx.publish(staffInPost, told(is));
  else if (was && !is) await tx.publish(staffOffPost, told(was));
  else if (was && is && (was.storeId !== is.storeId || was.position !== is.position)) {
    await tx.publish(staffTransferred, { ...told(is), fromStoreId: was.storeId });
  }
}
