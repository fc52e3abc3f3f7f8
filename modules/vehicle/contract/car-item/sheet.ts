import type { ImportKind } from "@ops/platform/contract";
import { OVERWRITE } from "../codes.ts";
import { createOption } from "./calls.ts";
import { colorSides, optionGroups } from "./shape.ts";

/** The kinds of items in a row of the file. */
export const itemKinds = { OPTION: "选装", ...colorSides } as const;

/** The import of 选装颜色 by code (section 8). */
export const carItemImport = {
  key: "vehicle.carItemImport",
  name: "选装颜色",
  permission: createOption.permission,
  page: "/RightCenter/CarConfigMaintain",
  byHand: createOption,
  version: 1,
  mostRows: 5_000,
  options: [OVERWRITE],
  columns: [
    { key: "kind", title: "类型", required: true, words: itemKinds },
    { key: "code", title: "编码", required: true, max: 20, note: "2–20位大写字母、数字或横线" },
    { key: "name", title: "名称", required: true, max: 40 },
    { key: "optionGroup", title: "选装组", words: optionGroups, note: "选装必填" },
    { key: "contains", title: "包含选装", max: 500, note: "选装包至少两项，多个用逗号分隔" },
    { key: "hex", title: "色值", max: 7, note: "颜色必填，如 #f5f5f0" },
  ],
} as const satisfies ImportKind;
