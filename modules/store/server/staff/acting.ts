import { dayOf } from "@ops/platform/contract";
import { acting, changeRecord, presentEach, SavedRow, type Tx } from "@ops/platform/server";
import { staffActs, staffErrors, staffStates } from "../../contract/index.ts";
import { giveAccount } from "./account.ts";
import { requireEntry } from "./entry.ts";
import { endInterviews, takeUpPost } from "./hooks.ts";
import { countTyped, identityOf, personKeyOf, refuseIdentity, refuseMinor } from "./identity.ts";
import { joinEmployments } from "./insert.ts";
import { needsCertificate, requirePlace } from "./place.ts";
import { tellInPost } from "./posts.ts";
import { presentStaff } from "./present.ts";
import { type StaffRow, staffTable } from "./tables.ts";

export const staffActing = acting(staffActs, staffTable, {
  present: presentEach(presentStaff),
  reasonIn: "stateReason",
  on: {
    directEntry: async (tx, staff, { entryDate }) => {
      await requireEntry(tx, staff, entryDate);
      return { entryDate };
    },
    onboard: (tx, staff, { idNo }) => countTyped(tx, { idNo }, () => onboard(tx, staff, idNo ?? null)),
  },
  after: {
    onboard: async (tx, staff) => {
      await takeUpPost(tx, staff);
      if (staff.state === "IN_POST") await tellInPost(tx, staff);
    },
    reject: (tx, staff) => endInterviews(tx, staff, "候选人已淘汰"),
  },
});

/** Opens the account and begins the post in one transaction; who is refused stays 待入职 (ST-R12). */
async function onboard(tx: Tx, staff: StaffRow, typed: string | null): Promise<SavedRow<StaffRow>> {
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
  const isTrained = !(await needsCertificate(tx, staff));
  const begun = { state: staffStates.next(staff.state, isTrained ? "onboard" : "onboardToTrain"), stateReason: null };
  const person = { staffNo, personKey, idNo: identity.idNo, inPostOn: isTrained ? entryDate : null };
  return new SavedRow(
    await changeRecord(tx, staffTable, staff, { ...account, ...person, ...begun, isOutOfStep: false }),
  );
}
