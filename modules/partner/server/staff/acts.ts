import { askConfirmation, tryConfirmation } from "@ops/authority/server";
import type { AnswerFrom, BodyOf } from "@ops/platform/contract";
import { inSteps, requireRecord, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type FreezeSource, staffErrors } from "../../contract/index.ts";
import { requireFrozen, unfreezeStaff } from "./account/freeze.ts";
import { staffActing } from "./acting.ts";
import { eachStaff } from "./batch.ts";
import { presentDetail } from "./present.ts";
import { type StaffRow, staffs } from "./tables.ts";

export const approveStaffs = inSteps(contract.approveStaffs, (steps, { body }) =>
  eachStaff(steps, body.staffs, (tx, { id, version }) => staffActing.act(tx, "approve", id, { version })),
);
export const freezeStaffs = inSteps(contract.freezeStaffs, (steps, { body: { staffs: people, reason } }) =>
  eachStaff(steps, people, (tx, { id, version }) => staffActing.act(tx, "freeze", id, { version, reason })),
);
export const unfreezeStaffs = inSteps(contract.unfreezeStaffs, (steps, { body: { staffs: people, reason } }) =>
  eachStaff(steps, people, (tx, { id, version }) => unfreezeBy(tx, id, { version, reason, source: "MANUAL" })),
);

type Reasoned = BodyOf<typeof contract.freezeStaffAccount>;

async function unfreezeBy(
  tx: Tx,
  id: string,
  { version, reason, source }: Reasoned & { source: FreezeSource },
): Promise<AnswerFrom<typeof contract.getStaff>> {
  const staff = await staffActing.lock(tx, id, version, "freeze");
  requireFrozen(staff, source);
  tx.trail.reason = reason;
  return presentDetail(tx, await unfreezeStaff(tx, staff, source));
}

/** Sends a code to the person, who confirms on the phone that the account is still wanted (PT-R13). */
export const sendUnfreezeCode = writes(contract.sendUnfreezeCode, async (tx, { params: { id }, body }) => {
  const staff = await staffActing.lock(tx, id, body.version, "freeze");
  requireFrozen(staff, "INACTIVE");
  await askConfirmation(tx, confirmationOf(tx, staff), "恢复账号使用");
  tx.trail.about(staffs.name, id, staff.staffNo);
  return true as const;
});

export const unfreezeStaffAccount = inSteps(contract.unfreezeStaffAccount, async (steps, { params: { id }, body }) => {
  const { code, ...rest } = body;
  if (body.source === "INACTIVE") {
    const isConfirmed = await steps.commit(async (tx) => {
      const staff = await requireRecord(tx, staffs, id);
      requireFrozen(staff, "INACTIVE");
      return code !== undefined && tryConfirmation(tx, { ...confirmationOf(tx, staff), code });
    });
    if (!isConfirmed) throw staffErrors.staffCode();
  }
  return steps.finish((tx) => unfreezeBy(tx, id, rest));
});

function confirmationOf(tx: Tx, { id, phoneCipher }: StaffRow) {
  return { phone: tx.vault.open(phoneCipher, id), about: `partner.unfreeze:${id}` };
}
