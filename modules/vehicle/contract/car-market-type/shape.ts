import { oneOf, recordId, requiredText, shape, updatedAt, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { fixedCode } from "../codes.ts";
import { catalogueStates } from "../switch.ts";

export const marketUses = { SALE: "销售", DISPLAY: "展示" } as const;

export const CarMarketTypeShape = shape("carMarketType", "车辆市场类型", {
  typeCode: fixedCode("类型编码", /^[A-Z0-9_-]{1,20}$/, "1–20位大写字母、数字、横线或下划线"),
  typeName: requiredText("类型名称", 20),
  parentId: recordId.nullable().default(null).meta({ label: "上级类型" }),
  sort: withMeta(z.int(), { label: "排序" }),
  status: catalogueStates.schema,
  rightsAllowed: z.boolean("请选择是否享受权益").meta({ label: "是否享受权益" }),
  usableFor: z.array(oneOf(marketUses, "请选择用途")).max(2).meta({ label: "用途" }),
});

export const CarMarketType = CarMarketTypeShape.answer({
  /** Counts the cars of the whole register. */
  carCount: withMeta(z.int(), { label: "车辆数" }),
  updatedAt,
});
export type CarMarketType = z.output<typeof CarMarketType>;
