import type { BodyOf } from "@ops/platform/contract";
import { insertRecord, type Tx } from "@ops/platform/server";
import type { createStaff } from "../../contract/index.ts";
import { staffStates } from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";
import { lockSeats } from "./find.ts";
import { refuseIdentity } from "./identity.ts";
import { placeOf } from "./place.ts";
import { type StaffRow, staffs } from "./tables.ts";
import { refusePartner } from "./takes-staff.ts";

type NewStaff = Omit<BodyOf<typeof createStaff>, "partnerId">;

/** Somebody new, who waits for review. The partner stays in its state until this ends. */
export async function insertStaff(
  tx: Tx,
  { id: partnerId }: Pick<PartnerRow, "id">,
  told: NewStaff,
): Promise<StaffRow> {
  const partner = await lockSeats(tx, partnerId);
  refusePartner(partner);
  const place = await placeOf(tx, partner, told);
  await refuseIdentity(tx, told);
  const { storeId: _store, ...plain } = told;
  return insertRecord(tx, staffs, {
    staffNo: await tx.nextNumber("partnerStaff"),
    ...plain,
    ...place,
    partnerId,
    leaveOn: null,
    userId: null,
    state: "REVIEW",
    stateReason: null,
    freezeSources: [],
    isReadOnly: false,
    submittedBy: tx.actor.userId,
    activatedAt: null,
    accountUntil: null,
    certWaiver: null,
  });
}

/** Whoever leaves or has left stays as they are known: the account follows no change of theirs any more. */
export function refuseLeaver({ state }: Pick<StaffRow, "state">): void {
  if (state === "LEFT" || state === "LEAVING") staffStates.next(state, "resubmit");
}
