import { resetAccountPassword } from "@ops/authority/server";
import { acting, changeRecord, SavedRow } from "@ops/platform/server";
import { staffActs, staffErrors } from "../../contract/index.ts";
import { certifyIfReady, followStaff, requireCertified } from "./account/account.ts";
import { freezeStaff, requireFrozen, unfreezeStaff } from "./account/freeze.ts";
import { lockSeats } from "./find.ts";
import { identityOf, refuseIdentity } from "./identity.ts";
import { refuseOpenWork } from "./open-work.ts";
import { placeOf, refuseRoles } from "./place.ts";
import { presentDetail } from "./present.ts";
import { staffs } from "./tables.ts";
import { refusePartner } from "./takes-staff.ts";

export const staffActing = acting(staffActs, staffs, {
  present: (tx, rows) => Promise.all(rows.map((row) => presentDetail(tx, row))),
  /** Locks the partner first, because its lock protects the count of seats (PT-R10). */
  before: (tx, { partnerId }) => lockSeats(tx, partnerId),
  on: {
    approve: async (tx, staff) => {
      if (staff.roleIds.length === 0) throw staffErrors.staffRoles({ name: staff.name });
      // the list of restricted persons and the phones may have changed since the review began
      await refuseIdentity(tx, identityOf(tx, staff));
      return { stateReason: null };
    },
    reject: (_tx, _staff, { reason }) => ({ stateReason: reason }),
    openAccount: async (tx, staff) =>
      new SavedRow(await requireCertified(tx, staff, await lockSeats(tx, staff.partnerId))),
    resetPassword: async (tx, staff) => {
      // this comes before the account, so that the entry belongs to the log of the person
      tx.trail.about(staffs.name, staff.id, staff.staffNo);
      if (staff.userId) await resetAccountPassword(tx, staff.userId);
      return new SavedRow(staff);
    },
    freeze: async (tx, staff) => new SavedRow(await freezeStaff(tx, staff, "MANUAL")),
    securityFreeze: async (tx, staff) => new SavedRow(await freezeStaff(tx, staff, "SECURITY")),
    securityUnfreeze: async (tx, staff) => {
      requireFrozen(staff, "SECURITY");
      return new SavedRow(await unfreezeStaff(tx, staff, "SECURITY"));
    },
    move: async (tx, staff, { storeId }) => {
      const partner = await lockSeats(tx, staff.partnerId);
      const place = await placeOf(tx, partner, { storeId, positionCode: staff.positionCode });
      if (place.orgId === staff.orgId) throw staffErrors.staffStoreSame();
      await refuseOpenWork(tx, staff);
      const moved = await changeRecord(tx, staffs, staff, place);
      await followStaff(tx, staff, moved);
      return new SavedRow(moved); // the person may be outside of the reader's scope now
    },
    /** A person who left comes back under the same number, and is reviewed again. */
    rehire: async (tx, staff, { version: _version, storeId, ...told }) => {
      const partner = await lockSeats(tx, staff.partnerId);
      refusePartner(partner);
      await refuseRoles(tx, partner, told.roleIds);
      const place = await placeOf(tx, partner, { storeId, positionCode: told.positionCode });
      await refuseIdentity(tx, identityOf(tx, staff));
      const none = { leaveOn: null, stateReason: null, certWaiver: null, freezeSources: [] };
      return { ...told, ...place, ...none, submittedBy: tx.actor.userId };
    },
  },
  after: {
    approve: async (tx, approved) => certifyIfReady(tx, approved, await lockSeats(tx, approved.partnerId)),
  },
});
