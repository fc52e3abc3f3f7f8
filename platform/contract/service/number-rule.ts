import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { businessErrors } from "../errors.ts";
import { withMeta } from "../value/field-meta.ts";

/** The format of a kind of business number, and how many are reserved today (PF-R89). Modules declare them. */
export const NumberRuleLine = z.object({
  kind: withMeta(z.string(), { label: "编码" }),
  name: withMeta(z.string(), { label: "业务" }),
  prefix: withMeta(z.string(), { label: "前缀" }),
  /** The fewest digits of the running number. */
  seqLength: z.int(),
  /** The first number of today as a sample. */
  sample: withMeta(z.string(), { label: "今日首个单号" }),
  /**
   * The last number that some node has reserved today, used or not. Nodes reserve blocks, so no node alone knows which
   * number comes next.
   */
  reservedTo: withMeta(z.string().nullable(), { label: "今日已预留至" }),
  /** 0 while it looks as declared. */
  version: z.int(),
});
export type NumberRuleLine = z.output<typeof NumberRuleLine>;

export const listNumberRules = endpoint({
  method: "GET",
  path: "/common/v1/number-rules",
  title: "单号规则",
  permission: "platform:param:edit",
  answer: z.array(NumberRuleLine),
});

/** Changes future numbers. Existing ones stay as they are. */
export const editNumberRule = endpoint({
  method: "PUT",
  path: "/common/v1/number-rules/{kind}",
  audit: "修改单号规则",
  permission: "platform:param:edit",
  params: z.object({ kind: z.string().max(60) }),
  body: z.object({
    prefix: z
      .string("请输入前缀！")
      .trim()
      .regex(/^[A-Z]{2,4}$/, "前缀为2–4位大写字母")
      .meta({ label: "前缀" }),
    seqLength: z
      .int("流水位数格式不正确")
      .min(4, "流水位数为4至9")
      .max(9, "流水位数为4至9")
      .meta({ label: "流水位数" }),
    version: z.int().min(0).max(2_147_483_647).meta({ label: "版本号" }),
  }),
  answer: NumberRuleLine,
});

export const numberRuleErrors = businessErrors("NUMBER_RULE", {
  prefixTaken: "前缀{prefix}已由「{name}」使用，请换一个",
});
