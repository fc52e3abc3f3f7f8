import { createdAt, day, fen, oneOf, ref, refNameList, requiredText, shape, updatedAt } from "@ops/platform/contract";
import { SeriesRef } from "@ops/vehicle/contract";
import { z } from "zod";
import { orderFrames } from "../words.ts";

/** The kinds of price lines that name a policy (OR-R2). */
export const policyKinds = { DISCOUNT: "优惠", TRADE_IN: "置换", FEE: "费用" } as const;
export type PolicyKind = keyof typeof policyKinds;

export const policyStates = { ENABLED: "启用", DISABLED: "停用" } as const;

const code = requiredText("政策编码", 30).regex(/^[A-Z0-9][A-Z0-9-]*$/, "政策编码只能用大写字母、数字和-");

export const PolicyShape = shape("salesPolicy", "优惠政策", {
  code,
  name: requiredText("政策名称", 40),
  kind: oneOf(policyKinds, "请选择政策类型").meta({ label: "类型" }),
  /** What a line may come to without the right to correct prices. */
  limitFen: fen.meta({ label: "上限" }),
  /** The series that it is for; empty means all of them. */
  seriesIds: z.array(ref(SeriesRef, "车系")).max(50, "车系最多50个").default([]).meta({ label: "适用车系" }),
  validFrom: day.meta({ label: "开始日期" }),
  validTo: day.nullable().default(null).meta({ label: "结束日期" }),
  status: oneOf(policyStates).meta({ label: "状态" }),
});

export const Policy = PolicyShape.answer({
  seriesNames: refNameList(SeriesRef, "seriesIds", "适用车系"),
  createdAt,
  updatedAt,
});
export type Policy = z.output<typeof Policy>;

/** What all calls of policies have in common. */
export const policyFrame = orderFrames("policies", Policy, { view: "order:policy:list", edit: "order:policy:edit" });
