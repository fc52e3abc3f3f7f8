import { is, listPage, type TodoSource, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { approveStaff, openStaffAccount, STAFF_PAGE } from "../../contract/index.ts";
import { standsAs } from "./standing.ts";
import { staffs } from "./tables.ts";

const first = { pageNo: 1, pageSize: 1 };

/** What people of partners deliver to 我的待办. */
export const staffTodos: readonly TodoSource[] = [
  {
    key: "partner.staffReview",
    title: "伙伴员工待审核",
    permission: approveStaff.permission,
    route: STAFF_PAGE,
    preset: () => ({ list: STAFF_PAGE, filters: { state: "REVIEW" } }),
    tables: [staffs.name],
    count: async (tx) =>
      (await listPage(tx, staffs, first, { where: [is("state", "REVIEW")], orderBy: ["createdAt", "desc"] })).total,
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

/** Certificates complete and still no account: no seat was left, or the position changed, or the partner was suspended. */
async function countReady(tx: Tx): Promise<number> {
  const where = [
    is("state", "TRAINING"),
    standsAs(tx, "VALID", "ENDING", "WAIVED"),
    sql<boolean>`partner_staff.partner_id in (select id from partner where state in ('ONBOARDING', 'ACTIVE'))`,
  ];
  return (await listPage(tx, staffs, first, { where, orderBy: ["createdAt", "desc"] })).total;
}
