import { endpoint, idParams, moment, oneOf, recordId, requiredText, version } from "@ops/platform/contract";
import { z } from "zod";
import { catalogueStates, fixedCode } from "./switch.ts";

export const marketUses = { SALE: "销售", DISPLAY: "展示" } as const;
const marketUse = oneOf(marketUses, "请选择用途");

export const CarMarketType = z.object({
  id: z.string(),
  typeCode: z.string(),
  typeName: z.string(),
  parentId: z.string().nullable(),
  sort: z.int(),
  status: catalogueStates.schema,
  rightsAllowed: z.boolean(),
  usableFor: z.array(marketUse),
  /** Cars of the whole register. */
  carCount: z.int(),
  updatedAt: moment,
  version,
});
export type CarMarketType = z.output<typeof CarMarketType>;

/** The whole tree, parents before children, each level in its order. */
export const listCarMarketTypes = endpoint({
  method: "GET",
  path: "/vehicle/v1/carMarketTypes",
  title: "车辆市场类型列表",
  permission: "vehicle:carMarketType:list",
  page: "/RightCenter/CarMarketType",
  answer: z.array(CarMarketType),
});

export const getCarMarketType = endpoint({
  method: "GET",
  path: "/vehicle/v1/carMarketTypes/{id}",
  title: "车辆市场类型详情",
  permission: "vehicle:carMarketType:list",
  record: "carMarketType",
  params: idParams,
  answer: CarMarketType,
});

const typeFields = {
  typeName: requiredText("类型名称", 20),
  parentId: recordId.nullable().default(null).meta({ label: "上级类型" }),
  rightsAllowed: z.boolean("请选择是否享受权益").meta({ label: "是否享受权益" }),
  usableFor: z.array(marketUse).max(2).meta({ label: "用途" }),
};

export const createCarMarketType = endpoint({
  method: "POST",
  path: "/vehicle/v1/carMarketTypes",
  audit: "新增车辆市场类型",
  permission: "vehicle:carMarketType:edit",
  body: z.object({
    typeCode: fixedCode("类型编码", /^[A-Z0-9_-]{1,20}$/, "1–20位大写字母、数字、横线或下划线"),
    ...typeFields,
  }),
  answer: CarMarketType,
});

export const editCarMarketType = endpoint({
  method: "PUT",
  path: "/vehicle/v1/carMarketTypes/{id}",
  audit: "编辑车辆市场类型",
  permission: "vehicle:carMarketType:edit",
  params: idParams,
  body: z.object({ ...typeFields, status: catalogueStates.schema, version }),
  answer: CarMarketType,
});

/** The types of one level in their new order; all of them, so that nobody's new type is lost. */
export const sortCarMarketTypes = endpoint({
  method: "POST",
  path: "/vehicle/v1/carMarketTypes/sort",
  audit: "车辆市场类型排序",
  permission: "vehicle:carMarketType:edit",
  body: z.object({ parentId: recordId.nullable(), ids: z.array(recordId).min(1).max(200) }),
  answer: z.array(CarMarketType),
});
