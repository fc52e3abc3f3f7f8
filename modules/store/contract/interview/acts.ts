import { actsOf } from "@ops/platform/contract";
import { Staff, StaffShape, staffFrame } from "../staff/shape.ts";
import { staffStates } from "../staff/states.ts";

/** What becomes of a candidate after the interviews. */
export const offerActs = actsOf(
  staffStates,
  { ...staffFrame, row: Staff, number: "name" },
  {
    /** A seat is given for the entry day and reserved from then on (ST-R8). */
    offer: {
      permission: "store:staff:offer",
      audit: "录用人员",
      body: StaffShape.required("entryDate"),
      primary: true,
      when: ({ isInterviewed }) => isInterviewed,
      title: "录用",
      done: "已录用，待入职！",
    },
  },
);
export const { offer: offerStaff } = offerActs.endpoints;
