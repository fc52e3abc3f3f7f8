import { inSteps, type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import * as acts from "./acts.ts";
import { eachStaff } from "./batch.ts";
import { saveStaffCert, waiveStaffCerts } from "./certs.ts";
import { createStaff, editStaff, rehireStaff } from "./edit.ts";
import { countStaffs, getStaff, listStaffChoices, listStaffLogins, listStaffPartners, listStaffs } from "./list.ts";

const MANUAL = { source: "MANUAL" } as const;
const SECURITY = { source: "SECURITY" } as const;

export const staffRoutes: Route[] = [
  reads(contract.listStaffs, (tx, { query }) => listStaffs(tx, query)),
  reads(contract.countStaffs, (tx, { query }) => countStaffs(tx, query)),
  reads(contract.listStaffPartners, (tx) => listStaffPartners(tx)),
  reads(contract.listStaffChoices, (tx, { params }) => listStaffChoices(tx, params.id)),
  reads(contract.getStaff, (tx, { params }) => getStaff(tx, params.id)),
  reads(contract.listStaffLogins, (tx, { params, query }) => listStaffLogins(tx, params.id, query)),
  writes(contract.createStaff, (tx, { body }) => createStaff(tx, body)),
  writes(contract.editStaff, (tx, { params, body }) => editStaff(tx, params.id, body)),
  writes(contract.rehireStaff, (tx, { params, body }) => rehireStaff(tx, params.id, body)),
  writes(contract.approveStaff, (tx, { params, body }) => acts.approveStaff(tx, params.id, body)),
  writes(contract.rejectStaff, (tx, { params, body }) => acts.rejectStaff(tx, params.id, body)),
  writes(contract.saveStaffCert, (tx, { params, body }) => saveStaffCert(tx, params.id, body)),
  writes(contract.waiveStaffCerts, (tx, { params, body }) => waiveStaffCerts(tx, params.id, body)),
  writes(contract.openStaffAccount, (tx, { params, body }) => acts.openStaffAccount(tx, params.id, body)),
  writes(contract.resetStaffPassword, (tx, { params, body }) => acts.resetStaffPassword(tx, params.id, body)),
  writes(contract.freezeStaffAccount, (tx, { params, body }) => acts.freezeBy(tx, params.id, { ...body, ...MANUAL })),
  writes(contract.sendUnfreezeCode, (tx, { params, body }) => acts.sendUnfreezeCode(tx, params.id, body)),
  inSteps(contract.unfreezeStaffAccount, (steps, { params, body }) =>
    acts.unfreezeStaffAccount(steps, params.id, body),
  ),
  writes(contract.lockStaffAccount, (tx, { params, body }) => acts.freezeBy(tx, params.id, { ...body, ...SECURITY })),
  writes(contract.unlockStaffAccount, (tx, { params, body }) =>
    acts.unfreezeBy(tx, params.id, { ...body, ...SECURITY }),
  ),
  writes(contract.moveStaff, (tx, { params, body }) => acts.moveStaff(tx, params.id, body)),
  inSteps(contract.approveStaffs, (steps, { body }) =>
    eachStaff(steps, body.staffs, (tx, { id, version }) => acts.approveStaff(tx, id, { version })),
  ),
  inSteps(contract.freezeStaffs, (steps, { body: { staffs, reason } }) =>
    eachStaff(steps, staffs, (tx, { id, version }) => acts.freezeBy(tx, id, { version, reason, ...MANUAL })),
  ),
  inSteps(contract.unfreezeStaffs, (steps, { body: { staffs, reason } }) =>
    eachStaff(steps, staffs, (tx, { id, version }) => acts.unfreezeBy(tx, id, { version, reason, ...MANUAL })),
  ),
];
