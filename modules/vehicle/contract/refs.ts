import { refKind } from "@ops/platform/contract";

export const SeriesRef = refKind("carSeries", { entity: "车系", hint: "车系名称或编码" });

/** Configurations that are or were on sale. */
export const CarConfigRef = refKind("carConfig", { entity: "配置", hint: "车型、版本或配置编码" });

/** How a car is sold. */
export const MarketTypeRef = refKind("carMarketType", { entity: "车辆市场类型", hint: "类型名称或编码" });

export const CarRef = refKind("car", {
  entity: "车辆",
  hint: "车架号或其末尾几位",
  page: { address: "/RightCenter/CarConfigMaintain?tab=cars&car={id}", needs: "vehicle:car:list" },
});
