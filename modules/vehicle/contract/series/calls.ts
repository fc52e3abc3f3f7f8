import { callsOf, endpoint } from "@ops/platform/contract";
import { catalogueCodes } from "../switch.ts";
import { BrandShape, CarBrand, CarModel, CarSeries, ModelShape, SeriesShape } from "./shape.ts";

const brand = callsOf(BrandShape, { path: "/vehicle/v1/brands", answer: CarBrand, ...catalogueCodes });
export const listBrands = endpoint({ ...brand.all(), page: "/RightCenter/CarConfigMaintain" });
export const createBrand = brand.create(BrandShape.pick("brandCode", "brandName"));
export const editBrand = brand.edit(BrandShape.pick("brandName"));

const series = callsOf(SeriesShape, { path: "/vehicle/v1/series", answer: CarSeries, ...catalogueCodes });
const ofSeries = SeriesShape.pick("seriesName", "aliases", "sort", "coverFileId");
export const listSeries = series.all();
export const createSeries = series.create({ ...SeriesShape.pick("brandId", "seriesCode"), ...ofSeries });
export const editSeries = series.edit({ ...ofSeries, ...SeriesShape.pick("status") });

const model = callsOf(ModelShape, { path: "/vehicle/v1/models", answer: CarModel, ...catalogueCodes });
const ofModel = ModelShape.pick("modelName", "bodyClass");
export const listModels = model.all();
export const createModel = model.create({ ...ModelShape.pick("seriesId", "modelCode"), ...ofModel });
export const editModel = model.edit({ ...ofModel, ...ModelShape.pick("status") });
