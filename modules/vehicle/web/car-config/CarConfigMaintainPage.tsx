import { PageTabs, useMay } from "@ops/platform/web";
import {
  getCarStatistics,
  listCarConfigs,
  listCarIntakes,
  listCars,
  listPrices,
  listSeries,
  lookUpCar,
} from "@ops/vehicle/contract";
import { CarList } from "../car/CarList.tsx";
import { LookUpTab } from "../car/LookUpTab.tsx";
import { CarIntakeList } from "../car-intake/CarIntakeList.tsx";
import { ItemsTab } from "../car-item/ItemsTab.tsx";
import { PriceTab } from "../price/PriceTab.tsx";
import { SeriesTab } from "../series/SeriesTab.tsx";
import { CarStatisticsTab } from "../statistics/CarStatisticsTab.tsx";
import { CarConfigList } from "./CarConfigList.tsx";

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

/** 车型配置维护 5.1; each tab by its own permission. Who has the list needs no look-up. */
export default function CarConfigMaintainPage() {
  const may = useMay();
  return <PageTabs title="车型配置维护" tabs={[...catalogue, may(listCars) ? cars : oneCar, ...others]} />;
}
