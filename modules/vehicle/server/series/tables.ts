import { catalogueStates, listSeries } from "../../contract/index.ts";
import { type RowOf, table } from "../database.ts";

const scope = { unscoped: "the catalogue is the same for the whole brand" };

export const brands = table("carBrand", {
  entity: "品牌",
  scope,
  number: "brandCode",
  labels: { brandCode: "品牌编码", brandName: "品牌名称" },
});

export const series = table("carSeries", {
  entity: "车系",
  scope,
  number: "seriesCode",
  read: listSeries.permission,
  labels: {
    seriesCode: "车系编码",
    seriesName: "车系名称",
    aliases: "别名",
    sort: "排序",
    coverFileId: "封面",
    status: "状态",
  },
  words: { status: catalogueStates.states },
});
export type SeriesRow = RowOf<typeof series>;

export const models = table("carModel", {
  entity: "车型",
  scope,
  number: "modelCode",
  labels: { modelCode: "车型编码", modelName: "车型名称", bodyClass: "车身", status: "状态" },
  words: { status: catalogueStates.states },
});
export type ModelRow = RowOf<typeof models>;
