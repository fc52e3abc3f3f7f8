import { businessErrors, endpoint, oneOf, recordId, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { risk } from "../rights/permission.ts";

/** The subject of the question: a page, permission, interface or record. */
export const ExplainTarget = z.discriminatedUnion(
  "kind",
  [
    z.strictObject({
      kind: z.literal("PAGE"),
      /** The key in the menu, or the path. */
      page: z.string("请选择页面！").min(1, "请选择页面！").max(200).meta({ label: "页面" }),
    }),
    z.strictObject({
      kind: z.literal("CODE"),
      code: z.string("请选择权限点！").min(1, "请选择权限点！").max(120).meta({ label: "权限点" }),
    }),
    z.strictObject({ kind: z.literal("INTERFACE"), id: z.uuid("请选择接口！").meta({ label: "接口" }) }),
    z.strictObject({
      kind: z.literal("RECORD"),
      bizType: z.string("请选择记录类型！").min(1, "请选择记录类型！").max(60).meta({ label: "记录类型" }),
      /** The number or the id of the record. */
      record: z.string("请输入记录编号！").trim().min(1, "请输入记录编号！").max(100).meta({ label: "记录" }),
      /**
       * The permission for what is to be done with the record. Without it, the question is about viewing the record.
       */
      code: withMeta(z.string().max(120).nullable(), { label: "权限点" }),
    }),
  ],
  "请选择要解释的内容",
);
export type ExplainTarget = z.output<typeof ExplainTarget>;

/** The checks in the order in which they decide. */
export const explainChecks = {
  ACCOUNT: "账号状态",
  MEMBERSHIP: "任职",
  GRANT: "角色授予",
  ROLE: "角色状态",
  MENU: "菜单",
  CODE: "权限点",
  INTERFACE: "接口状态与排除",
  SCOPE: "数据范围",
  FIELD: "字段",
} as const;
export const explainCheck = oneOf(explainChecks);
export type ExplainCheck = z.output<typeof explainCheck>;

export const ExplainStep = z.object({
  check: explainCheck,
  /** NOTE is information that does not decide. SKIP is a check that did not apply or that came after one that failed. */
  result: z.enum(["PASS", "FAIL", "NOTE", "SKIP"]),
  fact: z.string(),
});
export type ExplainStep = z.output<typeof ExplainStep>;

/** One way in which the right is given: person → post → role → permission or page → scope. */
export const GrantingPath = z.object({
  post: z.string().nullable(),
  /** Null for a grant that the reader may not know, and for administrators, who need none. */
  roleName: z.string().nullable(),
  roleId: z.string().nullable(),
  target: z.string(),
  scope: z.string().nullable(),
});
export type GrantingPath = z.output<typeof GrantingPath>;

export const Explanation = z.object({
  verdict: z.enum(["ALLOW", "DENY"]),
  userName: z.string(),
  /** The post as `组织(职位)`, or that all posts count together. */
  post: z.string(),
  target: z.string(),
  steps: z.array(ExplainStep),
  /** The first check that fails; null if it is allowed. */
  failed: explainCheck.nullable(),
  paths: z.array(GrantingPath),
  /** 可解决方式: roles that the reader may grant and that would allow it, smallest risk first. */
  solutions: z.array(
    z.object({
      roleId: z.string(),
      roleName: z.string(),
      risk,
      riskPoints: z.number(),
      membershipId: z.string(),
      post: z.string(),
    }),
  ),
});
export type Explanation = z.output<typeof Explanation>;

/**
 * Explains why a person may or may not do something (AU-R25). Everybody may ask about themselves. Questions about
 * others need `authority:explain:view` and are limited to its scope.
 */
export const explain = endpoint({
  method: "POST",
  path: "/user/v1/explain",
  audit: "权限解释",
  permission: "session",
  body: z.object({
    userId: z.uuid("请选择用户！").meta({ label: "用户" }),
    /**
     * Null means all memberships together. If it is left out in a question about oneself, the present memberships are
     * used.
     */
    membershipId: recordId.nullable().optional().meta({ label: "任职" }),
    target: ExplainTarget.meta({ label: "解释内容" }),
  }),
  answer: Explanation,
});

/** Lists the possible subjects of a question. */
export const listExplainTargets = endpoint({
  method: "GET",
  path: "/user/v1/explain/targets",
  title: "可解释的内容",
  permission: "authority:explain:view",
  page: "/AuthorityManagement/RoleManagement",
  answer: z.object({
    pages: z.array(z.object({ key: z.string(), title: z.string() })),
    codes: z.array(z.object({ code: z.string(), name: z.string() })),
    interfaces: z.array(z.object({ id: z.string(), call: z.string(), name: z.string() })),
    records: z.array(z.object({ bizType: z.string(), entity: z.string() })),
  }),
});

export const explainErrors = businessErrors("EXPLAIN", {
  targetUnknown: "页面、权限点或接口不存在",
});
