import { dayOf } from "@ops/platform/contract";
import { countRecords, is, type TodoSource } from "@ops/platform/server";
import { sql } from "kysely";
import { editStaff, onboardStaff, STAFF_PAGE } from "../../contract/index.ts";
import { isIncomplete } from "./conditions.ts";
import { staffTable } from "./tables.ts";

const shown = { route: STAFF_PAGE, tables: [staffTable.name] } as const;

/** The todos about people of own stores in 我的待办. */
export const staffTodos: readonly TodoSource[] = [
  {
    ...shown,
    key: "store.staffToJoin",
    title: "待办入职",
    permission: onboardStaff.permission,
    preset: (now) => ({ list: STAFF_PAGE, filters: { tab: "TO_JOIN", entryDate: `2000-01-01,${dayOf(now)}` } }),
    count: (tx) =>
      countRecords(tx, staffTable, is("state", "TO_JOIN"), sql<boolean>`entry_date <= ${dayOf(tx.now)}::date`),
  },
  {
    ...shown,
    key: "store.staffIncomplete",
    title: "人员资料待补充",
    permission: editStaff.permission,
    preset: () => ({ list: STAFF_PAGE, filters: { isIncomplete: "1" } }),
    count: (tx) => countRecords(tx, staffTable, isIncomplete),
  },
  {
    ...shown,
    key: "store.staffOutOfStep",
    title: "人员不一致",
    permission: editStaff.permission,
    preset: () => ({ list: STAFF_PAGE, filters: { isOutOfStep: "1" } }),
    count: (tx) => countRecords(tx, staffTable, is("isOutOfStep", true)),
  },
];
