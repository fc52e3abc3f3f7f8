import { callsOf, endpoint, recordId } from "@ops/platform/contract";
import { z } from "zod";
import { CarMarketType, CarMarketTypeShape } from "./shape.ts";

const frame = {
  path: "/vehicle/v1/carMarketTypes",
  answer: CarMarketType,
  view: "vehicle:carMarketType:list",
  edit: "vehicle:carMarketType:edit",
} as const;
const calls = callsOf(CarMarketTypeShape, frame);
const written = CarMarketTypeShape.pick("typeName", "parentId", "rightsAllowed", "usableFor");

/** The whole tree, parents before children, each level in its order. */
export const listCarMarketTypes = endpoint({ ...calls.all(), page: "/RightCenter/CarMarketType" });
export const getCarMarketType = calls.get();
export const createCarMarketType = calls.create({ ...CarMarketTypeShape.pick("typeCode"), ...written });
export const editCarMarketType = calls.edit({ ...written, ...CarMarketTypeShape.pick("status") });

/** The types of one level in their new order; all of them, so that nobody's new type is lost. */
export const sortCarMarketTypes = endpoint({
  method: "POST",
  path: `${frame.path}/sort`,
  audit: "车辆市场类型排序",
  permission: frame.edit,
  body: z.object({ parentId: recordId.nullable(), ids: z.array(recordId).min(1).max(200) }),
  answer: z.array(CarMarketType),
});
