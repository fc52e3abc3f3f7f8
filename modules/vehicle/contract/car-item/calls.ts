import { endpoint, idParams, oneOf, requiredText, version } from "@ops/platform/contract";
import { z } from "zod";
import { fixedCode, itemCode } from "../codes.ts";
import { catalogueStates } from "../switch.ts";

/** What an option changes; a PACKAGE is several options for one price. */
export const optionGroups = {
  WHEEL: "轮毂",
  SEAT: "座椅",
  ADS: "智驾",
  AUDIO: "音响",
  OTHER: "其他",
  PACKAGE: "选装包",
} as const;
const optionGroup = oneOf(optionGroups, "请选择选装组").meta({ label: "选装组" });

export const colorSides = { EXT: "外观", INT: "内饰" } as const;
export const colorSide = oneOf(colorSides, "请选择外观或内饰").meta({ label: "位置" });

export const CarOption = z.object({
  id: z.string(),
  optionCode: z.string(),
  optionName: z.string(),
  optionGroup,
  /** The options of a PACKAGE. */
  contains: z.array(z.string()),
  status: catalogueStates.schema,
  version,
});
export type CarOption = z.output<typeof CarOption>;

export const CarColor = z.object({
  id: z.string(),
  colorCode: z.string(),
  colorName: z.string(),
  side: colorSide,
  hex: z.string(),
  status: catalogueStates.schema,
  version,
});
export type CarColor = z.output<typeof CarColor>;

export const listOptions = endpoint({
  method: "GET",
  path: "/vehicle/v1/options",
  title: "选装列表",
  permission: "vehicle:series:list",
  answer: z.array(CarOption),
});

const optionFields = {
  optionName: requiredText("选装名称", 40),
  optionGroup,
  contains: z.array(itemCode).max(20, "选装包最多包含20项").meta({ label: "包含选装" }),
};

export const createOption = endpoint({
  method: "POST",
  path: "/vehicle/v1/options",
  audit: "新增选装",
  permission: "vehicle:series:edit",
  body: z.object({
    optionCode: fixedCode("选装编码", /^[A-Z0-9-]{2,20}$/, "2–20位大写字母、数字或横线"),
    ...optionFields,
  }),
  answer: CarOption,
});

export const editOption = endpoint({
  method: "PUT",
  path: "/vehicle/v1/options/{id}",
  audit: "编辑选装",
  permission: "vehicle:series:edit",
  params: idParams,
  body: z.object({ ...optionFields, status: catalogueStates.schema, version }),
  answer: CarOption,
});

export const listColors = endpoint({
  method: "GET",
  path: "/vehicle/v1/colors",
  title: "颜色列表",
  permission: "vehicle:series:list",
  answer: z.array(CarColor),
});

const colorFields = {
  colorName: requiredText("颜色名称", 40),
  hex: z
    .string("请选择色值！")
    .trim()
    .toLowerCase()
    .regex(/^#[0-9a-f]{6}$/, "色值格式不正确")
    .meta({ label: "色值" }),
};

export const createColor = endpoint({
  method: "POST",
  path: "/vehicle/v1/colors",
  audit: "新增颜色",
  permission: "vehicle:series:edit",
  body: z.object({
    colorCode: fixedCode("颜色编码", /^[A-Z0-9-]{2,20}$/, "2–20位大写字母、数字或横线"),
    side: colorSide,
    ...colorFields,
  }),
  answer: CarColor,
});

export const editColor = endpoint({
  method: "PUT",
  path: "/vehicle/v1/colors/{id}",
  audit: "编辑颜色",
  permission: "vehicle:series:edit",
  params: idParams,
  body: z.object({ ...colorFields, status: catalogueStates.schema, version }),
  answer: CarColor,
});
