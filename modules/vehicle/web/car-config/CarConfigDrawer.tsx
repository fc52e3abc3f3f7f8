import { drawerOf } from "@ops/platform/web";
import { carConfigName, carConfigStates, getCarConfig, listCars, listPrices } from "@ops/vehicle/contract";
import { PricesOfConfig } from "../price/PricesOfConfig.tsx";
import { CarsOfConfig, OfferTable, SaleCodeTable, UsageTable } from "./config-tables.tsx";
import { QuotePreview } from "./QuotePreview.tsx";
import { saleBoundary } from "./sale-boundary.ts";

/** 详情 of a configuration: its properties, 物料号, offers, prices and usages. */
export const CarConfigDrawer = drawerOf({
  endpoint: getCarConfig,
  entity: "车型配置",
  title: carConfigName,
  number: ({ configCode }) => configCode,
  machine: carConfigStates,
  overview: {
    title: "基本",
    fields: [
      "configCode",
      "seriesName",
      "modelName",
      "modelYear",
      "trim",
      "energyType",
      "batteryKwh",
      "rangeKm",
      "driveType",
      "seats",
      "kerbKg",
      "lengthMm",
      "widthMm",
      "heightMm",
      { show: "onSaleFrom", as: ({ onSaleFrom }) => saleBoundary(onSaleFrom) },
      { show: "onSaleTo", as: ({ onSaleTo }) => (onSaleTo ? saleBoundary(onSaleTo) : "长期") },
      "updatedAt",
    ],
  },
  tabs: [
    {
      key: "codes",
      title: "物料号",
      count: ({ saleCodes }) => saleCodes.length,
      content: (config) => <SaleCodeTable config={config} />,
    },
    { key: "offers", title: "选装颜色", content: (config) => <OfferTable config={config} /> },
    { key: "prices", title: "价格时间轴", needs: listPrices, content: (config) => <PricesOfConfig config={config} /> },
    { key: "quote", title: "预览", content: (config) => <QuotePreview config={config} /> },
    { key: "usages", title: "引用", content: (config) => <UsageTable config={config} /> },
    {
      key: "cars",
      title: "车辆",
      needs: listCars,
      count: ({ carCount }) => carCount,
      content: (config) => <CarsOfConfig config={config} />,
    },
  ],
  logs: { title: "日志" },
  width: 960,
});
