import { dayOf } from "@ops/platform/contract";
import { acting, presentEach, type Tx } from "@ops/platform/server";
import { staffActs, staffErrors } from "../../contract/index.ts";
import { requireSeat } from "../headcount/seats.ts";
import { giveAccount } from "./account.ts";
import { countTyped, identityOf, personKeyOf, refuseIdentity, refuseMinor } from "./identity.ts";
import { joinEmployments } from "./insert.ts";
import { requirePlace } from "./place.ts";
import { tellInPost } from "./posts.ts";
import { presentStaff } from "./present.ts";
import { type StaffRow, staffTable } from "./tables.ts";

export const staffActing = acting(staffActs, staffTable, {
  present: presentEach(presentStaff),
  reasonIn: "stateReason",
  on: {
    directEntry: async (tx, staff, { entryDate: day }) => {
      await requirePlace(tx, staff);
      const identity = identityOf(tx, staff);
      refuseMinor(identity.idNo, day);
      await refuseIdentity(tx, identity);
      await requireSeat(tx, { storeId: staff.storeId, positionCode: staff.positionCode, day, staffId: staff.id });
      return { entryDate: day };
    },
    onboard: (tx, staff, { idNo }) => countTyped(tx, { idNo }, () => onboard(tx, staff, idNo ?? null)),
  },
  after: { onboard: tellInPost },
});

/** Opens the account and begins the post in one transaction; who is refused stays 待入职 (ST-R12). */
async function onboard(tx: Tx, staff: StaffRow, typed: string | null) {
  const { entryDate } = staff;
  const known = identityOf(tx, staff);
  const identity = { ...known, idNo: typed ?? known.idNo };
  if (identity.idNo === null) throw staffErrors.staffIdNeeded(undefined, { field: "idNo" });
  if (entryDate === null || entryDate > dayOf(tx.now)) throw staffErrors.staffEntryDate({ day: entryDate ?? "" });
  refuseMinor(identity.idNo, entryDate);
  await requirePlace(tx, staff);
  await refuseIdentity(tx, identity);
  const staffNo = await tx.nextNumber("storeStaff");
  const account = await giveAccount(tx, staff, { identity, staffNo });
  const personKey = await joinEmployments(tx, staff, personKeyOf(tx, identity));
  return { ...account, staffNo, personKey, idNo: identity.idNo, inPostOn: entryDate, isOutOfStep: false };
}
