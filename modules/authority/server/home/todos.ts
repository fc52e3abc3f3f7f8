import { dayOf } from "@ops/platform/contract";
import { countRecords, is, type TodoSource } from "@ops/platform/server";
import { sql } from "kysely";
import { orgChanges } from "../organization/tables.ts";
import { otherAccounts } from "../other-account/tables.ts";
import { users } from "../person/tables.ts";

const USERS = "/AuthorityManagement/UserManagement";
const BINDINGS = "/AuthorityManagement/OtherAccountManage";
const EXPIRY_DAYS = 7;
const lastDay = (now: Date) => dayOf(new Date(now.getTime() + (EXPIRY_DAYS - 1) * 86_400_000));

/** What this module delivers to 我的待办. */
export const authorityTodos: readonly TodoSource[] = [
  {
    key: "authority.expiring",
    title: `${EXPIRY_DAYS}天内到期账号`,
    permission: "authority:user:list",
    route: USERS,
    preset: (now) => ({ list: USERS, filters: { validUntil: `${dayOf(now)},${lastDay(now)}` } }),
    tables: [users.name],
    count: (tx) =>
      countRecords(
        tx,
        users,
        sql<boolean>`app_user.valid_until between ${dayOf(tx.now)}::date and ${lastDay(tx.now)}::date`,
      ),
  },
  {
    key: "authority.dormant",
    title: "休眠账号待处理",
    permission: "authority:user:list",
    route: USERS,
    preset: () => ({ list: USERS, filters: { status: "DORMANT" } }),
    tables: [users.name],
    count: (tx) => countRecords(tx, users, is("status", "DORMANT")),
  },
  {
    key: "authority.orgChange",
    title: "待执行组织变更",
    permission: "authority:org:list",
    route: "/AuthorityManagement/OrgManagement",
    tables: [orgChanges.name],
    count: (tx) => countRecords(tx, orgChanges, is("status", "PLANNED")),
  },
  {
    key: "authority.bindConflict",
    title: "第三方账号冲突",
    permission: "authority:otherAccount:list",
    route: BINDINGS,
    preset: () => ({ list: `${BINDINGS}?tab=accounts`, filters: { status: "CONFLICT" } }),
    tables: [otherAccounts.name],
    count: (tx) => countRecords(tx, otherAccounts, is("status", "CONFLICT")),
  },
];
