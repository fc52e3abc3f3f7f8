import { catalogueStates, listCarMarketTypes, marketUses } from "../../contract/index.ts";
import { type RowOf, table } from "../database.ts";

export const marketTypes = table("carMarketType", {
  entity: "车辆市场类型",
  scope: { unscoped: "market types are the same for the whole brand" },
  read: listCarMarketTypes.permission,
  number: "typeCode",
  labels: {
    typeCode: "类型编码",
    typeName: "类型名称",
    parentId: "上级类型",
    sort: "排序",
    status: "状态",
    rightsAllowed: "是否享受权益",
    usableFor: "用途",
  },
  words: { status: catalogueStates.states, usableFor: marketUses },
});
export type MarketTypeRow = RowOf<typeof marketTypes>;
