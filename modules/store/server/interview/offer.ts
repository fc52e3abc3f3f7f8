import { acting, presentEach } from "@ops/platform/server";
import { offerActs } from "../../contract/index.ts";
import { requireEntry } from "../staff/entry.ts";
import { presentStaff } from "../staff/present.ts";
import { staffTable } from "../staff/tables.ts";
import { requireAllPassed } from "./checks.ts";

export const offerActing = acting(offerActs, staffTable, {
  present: presentEach(presentStaff),
  reasonIn: "stateReason",
  on: {
    offer: async (tx, staff, { entryDate }) => {
      await requireAllPassed(tx, staff);
      await requireEntry(tx, staff, entryDate);
      return { entryDate };
    },
  },
});
