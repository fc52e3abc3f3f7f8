import { rowsLike, sheet, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { Permission } from "../rights/permission.ts";
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

/** A matrix of codes and roles that shows the scope of each role for each code. */
export const roleMatrixSheet = sheet({
  key: "authority.roleMatrix",
  name: "角色权限矩阵",
  list: rowsLike(getRoleMatrix, {
    query: {},
    row: Permission.pick({ code: true, name: true, risk: true }).extend({
      pageName: withMeta(z.string().nullable(), { label: "页面" }),
      /** The scope that each role gives to the code, in the order of the columns; null if the role does not have it. */
      scopes: z.array(scopeKind.nullable().meta({ dict: "data_scope" })),
    }),
  }),
  path: "/user/v1/roles/matrix/export",
  permission: "authority:role:export",
  columns: {
    pageName: { width: 18 },
    name: { title: "权限点名称", width: 22 },
    code: { width: 32 },
    risk: { width: 8 },
    scopes: { title: "角色", width: 14 },
  },
});
