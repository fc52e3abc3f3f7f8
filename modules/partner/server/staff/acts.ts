import { askConfirmation, resetAccountPassword, tryConfirmation } from "@ops/authority/server";
import type { AnswerFrom, BodyOf } from "@ops/platform/contract";
import { changeRecord, inSteps, requireRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type FreezeSource, freezeSources, staffErrors, staffStates } from "../../contract/index.ts";
import { certifyIfReady, followStaff, requireCertified } from "./account.ts";
import { eachStaff } from "./batch.ts";
import { lockStaff, lockWithPartner } from "./find.ts";
import { freezeStaff, unfreezeStaff } from "./freeze.ts";
import { identityOf, refuseIdentity } from "./identity.ts";
import { refuseOpenWork } from "./open-work.ts";
import { placeOf } from "./place.ts";
import { presentDetail } from "./present.ts";
import { type StaffRow, staffs } from "./tables.ts";

type Detail = AnswerFrom<typeof contract.getStaff>;
type Reasoned = BodyOf<typeof contract.freezeStaffAccount>;

export const approveStaff = writes(contract.approveStaff, (tx, { params, body }) =>
  approve(tx, params.id, body.version),
);
export const approveStaffs = inSteps(contract.approveStaffs, (steps, { body }) =>
  eachStaff(steps, body.staffs, (tx, { id, version }) => approve(tx, id, version)),
);

async function approve(tx: Tx, id: string, version: number): Promise<Detail> {
  const { staff, partner } = await lockWithPartner(tx, id, version);
  const state = staffStates.next(staff.state, "approve");
  if (staff.roleIds.length === 0) throw staffErrors.staffRoles({ name: staff.name });
  await refuseIdentity(tx, identityOf(tx, staff)); // the list and the phones may have changed since the review began
  const approved = await changeRecord(tx, staffs, staff, { state, stateReason: null });
  return presentDetail(tx, await certifyIfReady(tx, approved, partner));
}

export const rejectStaff = writes(contract.rejectStaff, async (tx, { params, body: { version, reason } }) => {
  const staff = await lockStaff(tx, params.id, version);
  const state = staffStates.next(staff.state, "reject");
  tx.trail.reason = reason;
  return presentDetail(tx, await changeRecord(tx, staffs, staff, { state, stateReason: reason }));
});

export const openStaffAccount = writes(contract.openStaffAccount, async (tx, { params, body }) => {
  const { staff, partner } = await lockWithPartner(tx, params.id, body.version);
  return presentDetail(tx, await requireCertified(tx, staff, partner));
});

export const resetStaffPassword = writes(
  contract.resetStaffPassword,
  async (tx, { params: { id }, body: { version, reason } }) => {
    const staff = await lockActive(tx, id, version);
    tx.trail.reason = reason;
    tx.trail.about(staffs.name, id, staff.staffNo); // before the account, so that the log of the person tells of it
    if (staff.userId) await resetAccountPassword(tx, staff.userId);
    return presentDetail(tx, staff);
  },
);

export const freezeStaffAccount = writes(contract.freezeStaffAccount, (tx, { params, body }) =>
  freezeBy(tx, params.id, { ...body, source: "MANUAL" }),
);
export const freezeStaffs = inSteps(contract.freezeStaffs, (steps, { body: { staffs: people, reason } }) =>
  eachStaff(steps, people, (tx, { id, version }) => freezeBy(tx, id, { version, reason, source: "MANUAL" })),
);
export const unfreezeStaffs = inSteps(contract.unfreezeStaffs, (steps, { body: { staffs: people, reason } }) =>
  eachStaff(steps, people, (tx, { id, version }) => unfreezeBy(tx, id, { version, reason, source: "MANUAL" })),
);
export const lockStaffAccount = writes(contract.lockStaffAccount, (tx, { params, body }) =>
  freezeBy(tx, params.id, { ...body, source: "SECURITY" }),
);
export const unlockStaffAccount = writes(contract.unlockStaffAccount, (tx, { params, body }) =>
  unfreezeBy(tx, params.id, { ...body, source: "SECURITY" }),
);

/** Freezes for a source that people decide on, and says why. */
async function freezeBy(tx: Tx, id: string, body: Reasoned & { source: FreezeSource }): Promise<Detail> {
  const staff = await lockActive(tx, id, body.version);
  tx.trail.reason = body.reason;
  return presentDetail(tx, await freezeStaff(tx, staff, body.source));
}

async function unfreezeBy(tx: Tx, id: string, body: Reasoned & { source: FreezeSource }): Promise<Detail> {
  const staff = await lockActive(tx, id, body.version);
  if (!staff.freezeSources.includes(body.source)) {
    throw staffErrors.staffFrozen({ source: freezeSources[body.source] });
  }
  tx.trail.reason = body.reason;
  return presentDetail(tx, await unfreezeStaff(tx, staff, body.source));
}

async function lockActive(tx: Tx, id: string, version: number): Promise<StaffRow> {
  const staff = await lockStaff(tx, id, version);
  staffStates.next(staff.state, "freeze");
  return staff;
}

/** PT-R13: the person confirms on the phone that the account is still wanted. */
export const sendUnfreezeCode = writes(contract.sendUnfreezeCode, async (tx, { params: { id }, body }) => {
  const staff = await lockActive(tx, id, body.version);
  if (!staff.freezeSources.includes("INACTIVE")) throw staffErrors.staffFrozen({ source: freezeSources.INACTIVE });
  await askConfirmation(tx, confirmationOf(tx, staff), "恢复账号使用");
  tx.trail.about(staffs.name, id, staff.staffNo);
  return true as const;
});

export const unfreezeStaffAccount = inSteps(contract.unfreezeStaffAccount, async (steps, { params: { id }, body }) => {
  const { code, ...rest } = body;
  if (body.source === "INACTIVE") {
    const isConfirmed = await steps.commit(async (tx) => {
      const staff = await requireRecord(tx, staffs, id);
      if (!staff.freezeSources.includes("INACTIVE")) throw staffErrors.staffFrozen({ source: freezeSources.INACTIVE });
      return code !== undefined && tryConfirmation(tx, { ...confirmationOf(tx, staff), code });
    });
    if (!isConfirmed) throw staffErrors.staffCode();
  }
  return steps.finish((tx) => unfreezeBy(tx, id, rest));
});

function confirmationOf(tx: Tx, { id, phoneCipher }: StaffRow) {
  return { phone: tx.vault.open(phoneCipher, id), about: `partner.unfreeze:${id}` };
}

export const moveStaff = writes(contract.moveStaff, async (tx, { params, body }) => {
  const { staff, partner } = await lockWithPartner(tx, params.id, body.version);
  staffStates.next(staff.state, "move");
  const place = await placeOf(tx, partner, { storeId: body.storeId, positionCode: staff.positionCode });
  if (place.orgId === staff.orgId) throw staffErrors.staffStoreSame();
  await refuseOpenWork(tx, staff);
  tx.trail.reason = body.reason;
  const moved = await changeRecord(tx, staffs, staff, place);
  await followStaff(tx, staff, moved);
  return presentDetail(tx, moved);
});
