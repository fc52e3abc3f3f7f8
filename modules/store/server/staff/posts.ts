import { staffInPost, staffLeft, staffOffPost } from "@ops/authority/contract";
import type { Tx } from "@ops/platform/server";
import type { StaffRow } from "./tables.ts";

type Held = Pick<StaffRow, "userId" | "storeId" | "positionCode">;

/** What modules that give work to people in stores are told about a post. */
export function postOf(tx: Tx, { userId, storeId, positionCode }: Held) {
  return { userId: userId ?? "", storeId, positionCode, at: tx.now.toISOString() };
}

export async function tellInPost(tx: Tx, staff: Held): Promise<void> {
  await tx.publish(staffInPost, postOf(tx, staff));
}

export async function tellOffPost(tx: Tx, staff: Held): Promise<void> {
  await tx.publish(staffOffPost, postOf(tx, staff));
}

export async function tellLeft(tx: Tx, staff: Held): Promise<void> {
  await tx.publish(staffLeft, postOf(tx, staff));
}
