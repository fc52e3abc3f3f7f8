import { actsOf } from "@ops/platform/contract";
import { Staff, StaffShape, staffFrame } from "./shape.ts";
import { staffStates } from "./states.ts";

/** The acts of Part A. Transfers and leaving are movements. */
export const staffActs = actsOf(
  staffStates,
  { ...staffFrame, row: Staff, number: "name" },
  {
    /** A seat is given for the entry day and reserved from then on (ST-R8). */
    directEntry: {
      move: "enterDirectly",
      permission: "store:staff:direct",
      audit: "直接录用",
      reason: true,
      body: StaffShape.required("entryDate"),
      primary: true,
      title: "直接录用",
      done: "已录用，待入职！",
    },
    /** The account is opened in the same transaction (ST-R12). */
    onboard: {
      permission: "store:staff:onboard",
      audit: "办理入职",
      risk: "HIGH",
      body: StaffShape.optional("idNo"),
      primary: true,
      title: "办理入职",
      done: "已办理入职！",
    },
    reject: {
      permission: "store:staff:reject",
      audit: "淘汰人员",
      reason: true,
      danger: true,
      title: "淘汰",
      done: "已淘汰！",
    },
  },
);
export const { directEntry: enterStaffDirectly, onboard: onboardStaff, reject: rejectStaff } = staffActs.endpoints;
