import { businessErrors, done, endpoint, idParams, ref, version } from "@ops/platform/contract";
import { z } from "zod";
import { OpenStoreRef, StoreRef } from "../refs.ts";
import { STORE_PAGE } from "../site/words.ts";
import { HoursShape, StoreHours } from "./shape.ts";

const page = STORE_PAGE;

export const hoursErrors = businessErrors("STORE", {
  hoursPast: "特殊日期不能早于今天",
  hoursMissing: "「{store}」尚未维护营业时间，不能复制",
});

export const getHours = endpoint({
  method: "GET",
  path: "/store/v1/stores/{id}/hours",
  title: "营业时间",
  permission: "store:store:view",
  page,
  params: idParams,
  answer: StoreHours,
});

/** The first time without a version. */
export const saveHours = endpoint({
  method: "PUT",
  path: "/store/v1/stores/{id}/hours",
  audit: "维护营业时间",
  permission: "store:hours:edit",
  requires: ["store:store:list"],
  page,
  params: idParams,
  body: z.strictObject({
    ...HoursShape.pick("week", "exceptions", "followsHolidays"),
    version: version.nullable(),
  }),
  answer: StoreHours,
});

/** Gives other stores the hours of one, with its exceptions from today on. */
export const copyHours = endpoint({
  method: "POST",
  path: "/store/v1/stores/hours/copy",
  audit: "复制营业时间",
  permission: "store:hours:edit",
  requires: ["store:store:list"],
  page,
  body: z.strictObject({
    fromStoreId: ref(StoreRef, "来源门店"),
    toStoreIds: z
      .array(ref(OpenStoreRef, "目标门店"))
      .min(1, "请选择门店")
      .max(200, "一次最多复制到200家门店")
      .meta({ label: "目标门店" }),
  }),
  answer: done,
});
