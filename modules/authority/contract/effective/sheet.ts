import { moment, recordId, recordIds, rowsLike, sheet } from "@ops/platform/contract";
import { z } from "zod";
import { grantSources } from "../membership/shape.ts";
import { ofUser } from "../person/fields.ts";
import { risk, riskNames } from "../rights/permission.ts";
import { getEffectiveRights } from "./calls.ts";

/** So many people at once. */
export const MOST_EXPORTED_PEOPLE = 100;

/** One right of somebody from one source. */
const EffectiveLine = z.object({
  userName: z.string(),
  staffNo: ofUser("staffNo", z.string().nullable()),
  code: z.string(),
  codeName: z.string(),
  risk,
  /** What this source lets the code reach. */
  scope: z.string(),
  roleName: z.string(),
  grantKind: z.enum(["DIRECT", "POSITION", "REQUEST"]).nullable(),
  /** `组织(职位)` */
  post: z.string().nullable(),
  validFrom: moment.nullable(),
  validTo: moment.nullable(),
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
      /** The rights at one membership, of one person; all memberships together without it. */
      membershipId: recordId.optional(),
    },
    row: EffectiveLine,
  }),
  path: "/user/v1/users/effective/export",
  permission: "authority:explain:export",
  columns: {
    userName: "姓名",
    staffNo: "工号",
    code: { title: "权限点", width: 32 },
    codeName: { title: "权限点名称", width: 22 },
    risk: { title: "风险", width: 8, words: riskNames },
    scope: { title: "数据范围", width: 32 },
    roleName: { title: "来源角色", width: 22 },
    grantKind: { title: "授权方式", words: grantSources },
    post: { title: "任职", width: 30 },
    validFrom: "生效时间",
    validTo: "失效时间",
  },
  filters: { userIds: "用户", membershipId: "任职" },
});
