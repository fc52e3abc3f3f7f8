import { catalogueStates, colorSides, optionGroups } from "../../contract/index.ts";
import { type RowOf, table } from "../database.ts";

const scope = { unscoped: "the catalogue is the same for the whole brand" };

export const options = table("carOption", {
  entity: "选装",
  scope,
  number: "optionCode",
  labels: {
    optionCode: "选装编码",
    optionName: "选装名称",
    optionGroup: "选装组",
    contains: "包含选装",
    status: "状态",
  },
  words: { status: catalogueStates.states, optionGroup: optionGroups },
});
export type OptionRow = RowOf<typeof options>;

export const colors = table("carColor", {
  entity: "颜色",
  scope,
  number: "colorCode",
  labels: { colorCode: "颜色编码", colorName: "颜色名称", side: "位置", hex: "色值", status: "状态" },
  words: { status: catalogueStates.states, side: colorSides },
});
export type ColorRow = RowOf<typeof colors>;
