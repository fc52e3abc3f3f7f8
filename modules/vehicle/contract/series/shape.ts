import { dictCode, recordId, requiredText, shape } from "@ops/platform/contract";
import { z } from "zod";
import { fixedCode } from "../codes.ts";
import { catalogueStates } from "../switch.ts";

export const BrandShape = shape("carBrand", "品牌", {
  brandCode: fixedCode("品牌编码", /^[A-Z0-9-]{1,20}$/, "1–20位大写字母、数字或横线"),
  brandName: requiredText("品牌名称", 40),
});
export const CarBrand = BrandShape.answer({});
export type CarBrand = z.output<typeof CarBrand>;

export const SeriesShape = shape("carSeries", "车系", {
  brandId: recordId.meta({ label: "品牌" }),
  seriesCode: fixedCode("车系编码", /^[A-Z0-9]{1,8}$/, "1–8位大写字母或数字"),
  seriesName: requiredText("车系名称", 30),
  /** Other names that people use. Leads are matched to series by them. */
  aliases: z.array(requiredText("别名", 30)).max(20, "别名最多20个").meta({ label: "别名" }),
  sort: z.int("排序格式不正确").min(0).max(9999).meta({ label: "排序" }),
  /** The id of a picture among the files of kind `carSeries`. */
  coverFileId: recordId.nullable().default(null).meta({ label: "封面" }),
  status: catalogueStates.schema,
});
export const CarSeries = SeriesShape.answer({});
export type CarSeries = z.output<typeof CarSeries>;

export const ModelShape = shape("carModel", "车型", {
  seriesId: recordId.meta({ label: "车系" }),
  modelCode: fixedCode("车型编码", /^[A-Z0-9-]{1,20}$/, "1–20位大写字母、数字或横线"),
  modelName: requiredText("车型名称", 40),
  bodyClass: dictCode("car_body_class", "车身"),
  status: catalogueStates.schema,
});
export const CarModel = ModelShape.answer({});
export type CarModel = z.output<typeof CarModel>;
