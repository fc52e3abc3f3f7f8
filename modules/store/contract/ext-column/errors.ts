import { businessErrors } from "@ops/platform/contract";

/** Refusals about extended columns: `STORE_EXT_…` (ST-R7). */
export const extColumnErrors = businessErrors("STORE_EXT", {
  limit: "扩展列最多30个",
  typeLocked: "该扩展列已有数据，不能修改类型",
  keyDup: "列键已存在",
  dict: "请输入存在的字典编码",
});
