import { BrandShape, listSeries, ModelShape, SeriesShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

const scope = { unscoped: "the catalogue is the same for the whole brand" };

export const brands = tableOf(BrandShape, { scope, number: "brandCode" });

export const series = tableOf(SeriesShape, {
  scope,
  number: "seriesCode",
  read: listSeries.permission,
  unlogged: ["brandId"],
});
export type SeriesRow = RowOf<typeof series>;

export const models = tableOf(ModelShape, { scope, number: "modelCode", unlogged: ["seriesId"] });
export type ModelRow = RowOf<typeof models>;
