import { shape } from "@ops/platform/contract";
import { z } from "zod";
import { RoleDraft } from "./draft.ts";
import { roleStates } from "./states.ts";

/** How a person got a role. */
export const grantSources = { DIRECT: "直接授予", POSITION: "职位带入", REQUEST: "申请" } as const;

export const roleCode = z
  .string("请输入角色编码！")
  .trim()
  .regex(/^[a-z][a-zA-Z0-9_]{2,40}$/, "角色编码以小写字母开头，3–41 位字母、数字或下划线")
  .meta({ label: "角色编码" });

export const RoleShape = shape("role", "角色", {
  code: roleCode,
  ...RoleDraft.shape,
  builtIn: z.boolean(),
  status: roleStates.schema,
});
