import { addDays, dayOf } from "@ops/platform/contract";
import { schedule } from "@ops/platform/server";
import { forgetOldRosters } from "./week.ts";

const KEPT_DAYS = 400;

/** Nobody asks for the roster of more than 400 days ago. */
export const forgetRosters = schedule({
  name: "store.forgetRosters",
  title: "清理过期排班",
  at: "20 3 * * *",
  run: ({ step }) => step((tx) => forgetOldRosters(tx, addDays(dayOf(tx.now), -KEPT_DAYS))),
});
