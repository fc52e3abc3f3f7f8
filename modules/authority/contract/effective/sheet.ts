import { moment, oneOf, recordId, recordIds, rowsLike, sheet, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { ofUser } from "../person/fields.ts";
import { risk } from "../rights/permission.ts";
import { grantSources } from "../role/shape.ts";
import { getEffectiveRights } from "./calls.ts";

/** The most people that one export may name. */
export const MOST_EXPORTED_PEOPLE = 100;

/** One right of somebody from one source. */
const EffectiveLine = z.object({
  userName: withMeta(z.string(), { label: "姓名" }),
  staffNo: ofUser("staffNo", z.string().nullable()),
  code: withMeta(z.string(), { label: "权限点" }),
  codeName: withMeta(z.string(), { label: "权限点名称" }),
  risk,
  /** The scope that this source gives to the code. */
  scope: withMeta(z.string(), { label: "数据范围" }),
  roleName: withMeta(z.string(), { label: "来源角色" }),
  grantKind: oneOf(grantSources).nullable().meta({ label: "授权方式" }),
  /** The post as `组织(职位)`. */
  post: withMeta(z.string().nullable(), { label: "任职" }),
  validFrom: withMeta(moment.nullable(), { label: "生效时间" }),
  validTo: withMeta(moment.nullable(), { label: "失效时间" }),
});

/** Effective rights of chosen people: one line per person, code, scope and source (AU-R24). */
export const effectiveSheet = sheet({
  key: "authority.effective",
  name: "有效权限",
  list: rowsLike(getEffectiveRights, {
    query: {
      userIds: recordIds(MOST_EXPORTED_PEOPLE, `一次最多导出${MOST_EXPORTED_PEOPLE}人的有效权限`).optional().meta({
        label: "用户",
      }),
      /** The rights of one person at one membership. Without it, all memberships count together. */
      membershipId: withMeta(recordId.optional(), { label: "任职" }),
    },
    row: EffectiveLine,
  }),
  path: "/user/v1/users/effective/export",
  permission: "authority:explain:export",
  columns: {
    userName: true,
    staffNo: true,
    code: { width: 32 },
    codeName: { width: 22 },
    risk: { width: 8 },
    scope: { width: 32 },
    roleName: { width: 22 },
    grantKind: true,
    post: { width: 30 },
    validFrom: true,
    validTo: true,
  },
});
