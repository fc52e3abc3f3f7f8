import { sheet } from "@ops/platform/contract";
import { userStates } from "./user.states.ts";
import { listUsers } from "./user.ts";

export const userSheet = sheet({
  key: "authority.user",
  name: "用户列表",
  list: listUsers,
  path: "/user/v1/users/export",
  permission: "authority:user:export",
  columns: {
    userName: "姓名",
    mobilePhone: "手机号",
    staffNo: "工号",
    userType: "用户类型",
    status: { title: "状态", width: 10, words: userStates.states },
    primaryPost: { title: "主组织(职位)", width: 30 },
    membershipCount: "任职数",
    roleNames: { title: "角色", width: 32 },
    lastLoginAt: "最后登录",
    validUntil: "有效期至",
    createdAt: "创建时间",
  },
  filters: {
    keyword: "关键字",
    status: { title: "状态", words: userStates.states },
    userType: "用户类型",
    organizationId: "组织",
    withChildren: "包含下级",
    positionId: "职位",
    roleId: "角色",
    isLocked: "是否锁定",
    lastLoginAt: "最后登录",
    validUntil: "有效期",
    createdAt: "创建时间",
  },
});
