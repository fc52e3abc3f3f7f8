import type { BodyOf } from "@ops/platform/contract";
import { insertRecord, type Tx } from "@ops/platform/server";
import type { createStaff } from "../../../contract/index.ts";
import { staffStates } from "../../../contract/index.ts";
import type { PartnerRow } from "../../company/tables.ts";
import { lockSeats } from "../find.ts";
import { refuseIdentity } from "../identity.ts";
import { placeOf } from "../place.ts";
import { type StaffRow, staffs } from "../tables.ts";
import { refusePartner } from "../takes-staff.ts";

type NewStaff = Omit<BodyOf<typeof createStaff>, "partnerId">;

/** Adds a person, who waits for review. The lock keeps the partner in its state until the end of the transaction. */
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
    submittedBy: tx.actor.userId,
  });
}

/** Refuses changes of a person who leaves or has left, because the account does not follow them any more. */
export function refuseLeaver({ state }: Pick<StaffRow, "state">): void {
  if (state === "LEFT" || state === "LEAVING") staffStates.next(state, "resubmit");
}
