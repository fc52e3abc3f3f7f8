import { rowsLike, sheet } from "@ops/platform/contract";
import { z } from "zod";
import { Permission, riskNames } from "../rights/permission.ts";
import { listRoles } from "./calls.ts";
import { scopeKind } from "./draft.ts";
import { getRoleMatrix } from "./transfer.ts";

export const roleSheet = sheet({
  key: "authority.role",
  name: "角色列表",
  list: listRoles,
  path: "/user/v1/roles/sheet/export",
  permission: "authority:role:export",
  columns: {
    name: true,
    code: { width: 20 },
    category: true,
    dataScope: true,
    codeCount: true,
    memberCount: true,
    riskPoints: "风险分值",
    idleCount: true,
    ownerName: true,
    status: { width: 10 },
    version: true,
    updatedAt: true,
  },
});

/** Codes × roles: how far each role reaches with each code. */
export const roleMatrixSheet = sheet({
  key: "authority.roleMatrix",
  name: "角色权限矩阵",
  list: rowsLike(getRoleMatrix, {
    query: {},
    row: Permission.pick({ code: true, name: true, risk: true }).extend({
      pageName: z.string().nullable(),
      /** One per role, in the order of the columns; null where the role does not hold the code. */
      scopes: z.array(scopeKind.nullable().meta({ dict: "data_scope" })),
    }),
  }),
  path: "/user/v1/roles/matrix/export",
  permission: "authority:role:export",
  columns: {
    pageName: { title: "页面", width: 18 },
    name: { title: "权限点名称", width: 22 },
    code: { title: "权限点", width: 32 },
    risk: { title: "风险", width: 8, words: riskNames },
    scopes: { title: "角色", width: 14 },
  },
  filters: {},
});
