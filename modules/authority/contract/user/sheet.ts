import { sheet } from "@ops/platform/contract";
import { plainUserFields } from "../person/fields.ts";
import { userStates } from "../person/states.ts";
import { listIdleUsers, listUsers } from "./calls.ts";
import type { User } from "./shape.ts";

/** The columns that all lists of people share. */
const person = {
  userName: true,
  mobilePhone: true,
  staffNo: true,
  userType: true,
  status: {
    width: 12,
    show: ({ status, lockedUntil }: User) => `${userStates.label(status)}${lockedUntil ? " 锁定" : ""}`,
  },
  primaryPost: { width: 30 },
} as const;

export const userSheet = sheet({
  key: "authority.user",
  name: "用户列表",
  list: listUsers,
  path: "/user/v1/users/export",
  permission: "authority:user:export",
  columns: {
    ...person,
    membershipCount: true,
    roleNames: {
      width: 32,
      show: ({ roleNames, otherRoleCount }) =>
        [...roleNames, ...(otherRoleCount > 0 ? [`其他 ${otherRoleCount} 项`] : [])].join("、"),
    },
    risk: true,
    lastLoginAt: true,
    validUntil: true,
    createdAt: true,
  },
  plain: plainUserFields,
});

export const idleUserSheet = sheet({
  key: "authority.idleUser",
  name: "休眠账号",
  list: listIdleUsers,
  path: "/user/v1/users/idle/export",
  permission: "authority:user:export",
  columns: { ...person, idleDays: true, lastLoginAt: true },
  plain: plainUserFields,
});
