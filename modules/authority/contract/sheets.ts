import { sheet } from "@ops/platform/contract";
import { riskNames } from "./permission.ts";
import { roleStates } from "./role.states.ts";
import { listRoles } from "./role.ts";
import type { ScopeKind } from "./role-draft.ts";
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

const scopeWords: Record<ScopeKind, string> = {
  ALL: "全部",
  ORG_TREE: "本组织及下级",
  ORG: "本组织",
  SELF: "仅本人",
  CUSTOM: "自定义",
};

export const roleSheet = sheet({
  key: "authority.role",
  name: "角色列表",
  list: listRoles,
  path: "/user/v1/roles/sheet/export",
  permission: "authority:role:export",
  columns: {
    name: "名称",
    code: { title: "编码", width: 20 },
    category: "分类",
    dataScope: { title: "数据范围", words: scopeWords },
    codeCount: "权限点数",
    memberCount: "人数",
    riskPoints: "风险分值",
    idleCount: "闲置权限",
    ownerName: "负责人",
    status: { title: "状态", width: 10, words: roleStates.states },
    version: "版本",
    updatedAt: "更新时间",
  },
  filters: {
    keyword: "名称/编码",
    category: "分类",
    risk: { title: "风险", words: riskNames },
    permissionCode: "含权限点",
    status: { title: "状态", words: roleStates.states },
  },
});
