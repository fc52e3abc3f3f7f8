import { PageTabs, partsOf, useMay } from "@ops/platform/web";
import {
  getCarStatistics,
  listCarConfigs,
  listCarIntakes,
  listCars,
  listPrices,
  listSeries,
  lookUpCar,
} from "@ops/vehicle/contract";
import { CarConfigList } from "./CarConfigList.tsx";

// all tabs after the first one are loaded when they are opened
const SeriesTab = partsOf(() => import("../series/SeriesTab.tsx")).standing("SeriesTab");
const ItemsTab = partsOf(() => import("../car-item/ItemsTab.tsx")).standing("ItemsTab");
const PriceTab = partsOf(() => import("../price/PriceTab.tsx")).standing("PriceTab");
const CarList = partsOf(() => import("../car/CarList.tsx")).standing("CarList");
const LookUpTab = partsOf(() => import("../car/LookUpTab.tsx")).standing("LookUpTab");
const CarIntakeList = partsOf(() => import("../intake/CarIntakeList.tsx")).standing("CarIntakeList");
const CarStatisticsTab = partsOf(() => import("../statistics/CarStatisticsTab.tsx")).standing("CarStatisticsTab");

const catalogue = [
  { key: "configs", title: "车型配置", needs: listCarConfigs, content: () => <CarConfigList /> },
  { key: "series", title: "车系车型", needs: listSeries, content: () => <SeriesTab /> },
  { key: "items", title: "选装与颜色", needs: listSeries, content: () => <ItemsTab /> },
  { key: "prices", title: "价格", needs: listPrices, content: () => <PriceTab /> },
];
const cars = { key: "cars", title: "车辆档案", needs: listCars, content: () => <CarList /> };
const oneCar = { key: "lookup", title: "按VIN查车", needs: lookUpCar, content: () => <LookUpTab /> };
const others = [
  { key: "intakes", title: "事件接入", needs: listCarIntakes, content: () => <CarIntakeList /> },
  { key: "statistics", title: "车辆统计", needs: getCarStatistics, content: () => <CarStatisticsTab /> },
];

/**
 * 车型配置维护 (5.1). Each tab has its own permission. A person who has the list of cars needs no tab to look up single ones.
 */
export default function CarConfigMaintainPage() {
  const may = useMay();
  return <PageTabs title="车型配置维护" tabs={[...catalogue, may(listCars) ? cars : oneCar, ...others]} />;
}
