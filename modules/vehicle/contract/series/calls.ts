import { dictCode, endpoint, idParams, recordId, requiredText, version } from "@ops/platform/contract";
import { z } from "zod";
import { fixedCode } from "../codes.ts";
import { catalogueStates } from "../switch.ts";

const PAGE = "/RightCenter/CarConfigMaintain";

export const CarBrand = z.object({ id: z.string(), brandCode: z.string(), brandName: z.string(), version });
export type CarBrand = z.output<typeof CarBrand>;

export const CarSeries = z.object({
  id: z.string(),
  brandId: z.string(),
  seriesCode: z.string(),
  seriesName: z.string(),
  /** What people else call it; clues are cleansed by them. */
  aliases: z.array(z.string()),
  sort: z.int(),
  /** A picture of kind `carSeries` in the files. */
  coverFileId: z.string().nullable(),
  status: catalogueStates.schema,
  version,
});
export type CarSeries = z.output<typeof CarSeries>;

export const CarModel = z.object({
  id: z.string(),
  seriesId: z.string(),
  modelCode: z.string(),
  modelName: z.string(),
  bodyClass: dictCode("car_body_class", "车身"),
  status: catalogueStates.schema,
  version,
});
export type CarModel = z.output<typeof CarModel>;

export const listBrands = endpoint({
  method: "GET",
  path: "/vehicle/v1/brands",
  title: "品牌列表",
  permission: "vehicle:series:list",
  page: PAGE,
  answer: z.array(CarBrand),
});

const brandFields = { brandName: requiredText("品牌名称", 40) };

export const createBrand = endpoint({
  method: "POST",
  path: "/vehicle/v1/brands",
  audit: "新增品牌",
  permission: "vehicle:series:edit",
  body: z.object({
    brandCode: fixedCode("品牌编码", /^[A-Z0-9-]{1,20}$/, "1–20位大写字母、数字或横线"),
    ...brandFields,
  }),
  answer: CarBrand,
});

export const editBrand = endpoint({
  method: "PUT",
  path: "/vehicle/v1/brands/{id}",
  audit: "编辑品牌",
  permission: "vehicle:series:edit",
  params: idParams,
  body: z.object({ ...brandFields, version }),
  answer: CarBrand,
});

export const listSeries = endpoint({
  method: "GET",
  path: "/vehicle/v1/series",
  title: "车系列表",
  permission: "vehicle:series:list",
  answer: z.array(CarSeries),
});

const seriesFields = {
  seriesName: requiredText("车系名称", 30),
  aliases: z.array(requiredText("别名", 30)).max(20, "别名最多20个").meta({ label: "别名" }),
  sort: z.int("排序格式不正确").min(0).max(9999).meta({ label: "排序" }),
  coverFileId: recordId.nullable().default(null).meta({ label: "封面" }),
};

export const createSeries = endpoint({
  method: "POST",
  path: "/vehicle/v1/series",
  audit: "新增车系",
  permission: "vehicle:series:edit",
  body: z.object({
    brandId: recordId.meta({ label: "品牌" }),
    seriesCode: fixedCode("车系编码", /^[A-Z0-9]{1,8}$/, "1–8位大写字母或数字"),
    ...seriesFields,
  }),
  answer: CarSeries,
});

export const editSeries = endpoint({
  method: "PUT",
  path: "/vehicle/v1/series/{id}",
  audit: "编辑车系",
  permission: "vehicle:series:edit",
  params: idParams,
  body: z.object({ ...seriesFields, status: catalogueStates.schema, version }),
  answer: CarSeries,
});

export const listModels = endpoint({
  method: "GET",
  path: "/vehicle/v1/models",
  title: "车型列表",
  permission: "vehicle:series:list",
  answer: z.array(CarModel),
});

const modelFields = {
  modelName: requiredText("车型名称", 40),
  bodyClass: dictCode("car_body_class", "车身"),
};

export const createModel = endpoint({
  method: "POST",
  path: "/vehicle/v1/models",
  audit: "新增车型",
  permission: "vehicle:series:edit",
  body: z.object({
    seriesId: recordId.meta({ label: "车系" }),
    modelCode: fixedCode("车型编码", /^[A-Z0-9-]{1,20}$/, "1–20位大写字母、数字或横线"),
    ...modelFields,
  }),
  answer: CarModel,
});

export const editModel = endpoint({
  method: "PUT",
  path: "/vehicle/v1/models/{id}",
  audit: "编辑车型",
  permission: "vehicle:series:edit",
  params: idParams,
  body: z.object({ ...modelFields, status: catalogueStates.schema, version }),
  answer: CarModel,
});
