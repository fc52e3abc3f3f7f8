import { PageTabs } from "@ops/platform/web";
import { listCarConfigs, listCarIntakes, listCars, listPrices, listSeries } from "@ops/vehicle/contract";
import { CarList } from "../car/CarList.tsx";
import { CarIntakeList } from "../car-intake/CarIntakeList.tsx";
import { ItemsTab } from "../car-item/ItemsTab.tsx";
import { PriceTab } from "../price/PriceTab.tsx";
import { SeriesTab } from "../series/SeriesTab.tsx";
import { CarConfigList } from "./CarConfigList.tsx";

/** 车型配置维护 5.1; each tab by its own permission. */
export default function CarConfigMaintainPage() {
  return (
    <PageTabs
      title="车型配置维护"
      tabs={[
        { key: "configs", title: "车型配置", needs: listCarConfigs, content: () => <CarConfigList /> },
        { key: "series", title: "车系车型", needs: listSeries, content: () => <SeriesTab /> },
        { key: "items", title: "选装与颜色", needs: listSeries, content: () => <ItemsTab /> },
        { key: "prices", title: "价格", needs: listPrices, content: () => <PriceTab /> },
        { key: "cars", title: "车辆档案", needs: listCars, content: () => <CarList /> },
        { key: "intakes", title: "事件接入", needs: listCarIntakes, content: () => <CarIntakeList /> },
      ]}
    />
  );
}
