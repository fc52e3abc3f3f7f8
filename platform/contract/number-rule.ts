import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { businessErrors } from "./errors.ts";

/** How business numbers of a kind look and how far they are reserved today (PF-R89). Modules declare them. */
export const NumberRuleLine = z.object({
  kind: z.string(),
  name: z.string(),
  prefix: z.string(),
  /** The fewest digits of the running number. */
  seqLength: z.int(),
  /** What the first number of today looks like. */
  sample: z.string(),
  /**
   * The last number that some node has reserved today, whether it gave it out or not: nodes draw blocks, so which number comes
   * next is known to none of them alone.
   */
  reservedTo: z.string().nullable(),
  /** 0 while it looks as declared. */
  version: z.int(),
});
export type NumberRuleLine = z.output<typeof NumberRuleLine>;

export const listNumberRules = endpoint({
  method: "GET",
  path: "/common/v1/numberRules",
  title: "单号规则",
  permission: "platform:param:edit",
  answer: z.array(NumberRuleLine),
});

/** Of numbers from now on; those that were given stay as they are. */
export const editNumberRule = endpoint({
  method: "PUT",
  path: "/common/v1/numberRules/{kind}",
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
    version: z.int().min(0).max(2_147_483_647),
  }),
  answer: NumberRuleLine,
});

export const numberRuleErrors = businessErrors("NUMBER_RULE", {
  prefixTaken: "前缀{prefix}已由「{name}」使用，请换一个",
});
