import { sheet } from "@ops/platform/contract";
import { riskNames } from "./permission.ts";
import { roleStates } from "./role.states.ts";
import { listRoles } from "./role.ts";

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
    dataScope: "数据范围",
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
