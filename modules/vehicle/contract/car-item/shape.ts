import { oneOf, requiredText, shape } from "@ops/platform/contract";
import { z } from "zod";
import { fixedCode, itemCode } from "../codes.ts";
import { catalogueStates } from "../switch.ts";

/** The part of the car that an option changes. A PACKAGE is several options for one price. */
export const optionGroups = {
  WHEEL: "轮毂",
  SEAT: "座椅",
  ADS: "智驾",
  AUDIO: "音响",
  OTHER: "其他",
  PACKAGE: "选装包",
} as const;

export const OptionShape = shape("carOption", "选装", {
  optionCode: fixedCode("选装编码", /^[A-Z0-9-]{2,20}$/, "2–20位大写字母、数字或横线"),
  optionName: requiredText("选装名称", 40),
  optionGroup: oneOf(optionGroups, "请选择选装组").meta({ label: "选装组" }),
  /** The options of a PACKAGE. */
  contains: z.array(itemCode).max(20, "选装包最多包含20项").meta({ label: "包含选装" }),
  status: catalogueStates.schema,
});
export const CarOption = OptionShape.answer({});
export type CarOption = z.output<typeof CarOption>;

export const colorSides = { EXT: "外观", INT: "内饰" } as const;

export const ColorShape = shape("carColor", "颜色", {
  colorCode: fixedCode("颜色编码", /^[A-Z0-9-]{2,20}$/, "2–20位大写字母、数字或横线"),
  colorName: requiredText("颜色名称", 40),
  side: oneOf(colorSides, "请选择外观或内饰").meta({ label: "位置" }),
  hex: z
    .string("请选择色值！")
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, "色值格式不正确")
    .meta({ label: "色值" }),
  status: catalogueStates.schema,
});
export const CarColor = ColorShape.answer({});
export type CarColor = z.output<typeof CarColor>;
