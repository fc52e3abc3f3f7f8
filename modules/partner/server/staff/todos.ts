import { countRecords, is, type TodoSource, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { approveStaff, openStaffAccount, STAFF_PAGE } from "../../contract/index.ts";
import { standsAs } from "./standing.ts";
import { staffs } from "./tables.ts";

/** The todos about people of partners in 我的待办. */
export const staffTodos: readonly TodoSource[] = [
  {
    key: "partner.staffReview",
    title: "伙伴员工待审核",
    permission: approveStaff.permission,
    route: STAFF_PAGE,
    preset: () => ({ list: STAFF_PAGE, filters: { state: "REVIEW" } }),
    tables: [staffs.name],
    count: (tx) => countRecords(tx, staffs, is("state", "REVIEW")),
  },
  {
    key: "partner.staffNoSeat",
    title: "伙伴员工待开通账号",
    permission: openStaffAccount.permission,
    route: STAFF_PAGE,
    preset: () => ({ list: STAFF_PAGE, filters: { state: "TRAINING" } }),
    tables: [staffs.name],
    count: countReady,
  },
];

/**
 * Counts people with all certificates but no account, because no seat was free, the position changed or the partner was
 * suspended.
 */
function countReady(tx: Tx): Promise<number> {
  return countRecords(
    tx,
    staffs,
    is("state", "TRAINING"),
    standsAs(tx, "VALID", "ENDING", "WAIVED"),
    sql<boolean>`partner_staff.partner_id in (select id from partner where state in ('ONBOARDING', 'ACTIVE'))`,
  );
}
