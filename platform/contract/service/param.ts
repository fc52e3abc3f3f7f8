import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { withMeta } from "../value/field-meta.ts";

export const Param = z.object({
  key: withMeta(z.string(), { label: "编码" }),
  value: withMeta(z.string(), { label: "当前值" }),
  initial: withMeta(z.string(), { label: "默认值" }),
  group: z.string(),
  description: withMeta(z.string(), { label: "参数" }),
  /** The rule for the value; empty if any text is allowed. */
  rule: z.string(),
  /** 0 while it has its default. */
  version: z.int(),
});
export type Param = z.output<typeof Param>;

export const listParams = endpoint({
  method: "GET",
  path: "/common/v1/params",
  title: "系统参数列表",
  permission: "platform:param:edit",
  answer: z.array(Param),
});

export const editParam = endpoint({
  method: "PUT",
  path: "/common/v1/params/{key}",
  audit: "修改系统参数",
  permission: "platform:param:edit",
  params: z.object({ key: z.string().max(100) }),
  body: z.object({
    value: z.string("请输入参数值！").trim().max(2000).meta({ label: "参数值" }),
    version: z.int().min(0).max(2_147_483_647).meta({ label: "版本号" }),
  }),
  answer: Param,
});
