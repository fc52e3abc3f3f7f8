import { callsOf, endpoint, recordId, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { CarMarketType, CarMarketTypeShape } from "./shape.ts";

const frame = {
  path: "/vehicle/v1/car-market-types",
  answer: CarMarketType,
  view: "vehicle:carMarketType:list",
  edit: "vehicle:carMarketType:edit",
} as const;
const calls = callsOf(CarMarketTypeShape, frame);
const written = CarMarketTypeShape.pick("typeName", "parentId", "rightsAllowed", "usableFor");

/** Answers the whole tree: parents before children, each level in its order. */
export const listCarMarketTypes = endpoint({ ...calls.all(), page: "/RightCenter/CarMarketType" });
export const getCarMarketType = calls.get();
export const createCarMarketType = calls.create({ ...CarMarketTypeShape.pick("typeCode"), ...written });
export const editCarMarketType = calls.edit({ ...written, ...CarMarketTypeShape.pick("status") });

/** Takes all types of one level in their new order, so that a type which somebody has added meanwhile is not lost. */
export const sortCarMarketTypes = endpoint({
  method: "POST",
  path: `${frame.path}/sort`,
  audit: "车辆市场类型排序",
  permission: frame.edit,
  body: z.object({
    parentId: withMeta(recordId.nullable(), { label: "上级类型" }),
    ids: z.array(recordId).min(1).max(200).meta({ label: "类型顺序" }),
  }),
  answer: z.array(CarMarketType),
});
