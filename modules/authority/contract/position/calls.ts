import {
  boundedText,
  done,
  endpoint,
  idParams,
  listQuery,
  pageOf,
  recordId,
  requiredText,
  switchStates,
  version,
  versionQuery,
} from "@ops/platform/contract";
import { z } from "zod";
import { organizationType } from "../organization/calls.ts";

export const positionStates = switchStates("AUTHORITY", "职位");
const positionStatus = positionStates.schema.meta({ label: "状态" });

export const Position = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  /** Where it may be held; everywhere when empty. */
  orgTypes: z.array(organizationType),
  defaultRoleIds: z.array(z.string()),
  defaultRoleNames: z.array(z.string()),
  rank: z.int(),
  status: positionStatus,
  /** People who hold it now. */
  holders: z.int(),
  version,
});
export type Position = z.output<typeof Position>;

export const listPositions = endpoint({
  method: "GET",
  path: "/user/v1/positions",
  title: "职位列表",
  permission: "authority:position:list",
  page: "/AuthorityManagement/OrgManagement",
  query: listQuery.extend({
    keyword: boundedText("关键字", 50).optional(),
    status: positionStatus.optional(),
    orgType: organizationType.optional(),
  }),
  answer: pageOf(Position),
});

const positionFields = {
  name: requiredText("职位名称", 40),
  orgTypes: z.array(organizationType).max(8).meta({ label: "适用组织类型" }),
  defaultRoleIds: z.array(recordId).max(20, "默认角色最多20个").meta({ label: "默认角色" }),
  rank: z.int("职级格式不正确").min(0).max(999).meta({ label: "职级" }),
};

export const createPosition = endpoint({
  method: "POST",
  path: "/user/v1/positions",
  audit: "新增职位",
  permission: "authority:position:edit",
  body: z.object({
    code: z
      .string("请输入职位编码！")
      .trim()
      .regex(/^[A-Za-z][A-Za-z0-9_-]{1,29}$/, "职位编码为2–30位字母、数字、横线或下划线，以字母开头")
      .meta({ label: "职位编码" }),
    ...positionFields,
  }),
  answer: Position,
});

export const editPosition = endpoint({
  method: "PUT",
  path: "/user/v1/positions/{id}",
  audit: "编辑职位",
  permission: "authority:position:edit",
  params: idParams,
  body: z.object({ ...positionFields, status: positionStatus, version }),
  answer: Position,
});

export const removePosition = endpoint({
  method: "DELETE",
  path: "/user/v1/positions/{id}",
  audit: "删除职位",
  permission: "authority:position:edit",
  params: idParams,
  query: versionQuery,
  answer: done,
});

/** The roles that the operator may make defaults of a position. */
export const listPositionRoles = endpoint({
  method: "GET",
  path: "/user/v1/positions/roleOptions",
  title: "职位可选角色",
  permission: "authority:position:edit",
  answer: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
});
