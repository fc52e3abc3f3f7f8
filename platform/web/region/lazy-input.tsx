import { Select } from "antd";
import { partsOf } from "../shell/page/lazy-parts.tsx";

const parts = partsOf(() => import("./RegionInput.tsx"));

/** 省市区 has a tree of its own and is used by few forms, so it is loaded separately. */
export const RegionInput = parts.standing(
  "RegionInput",
  <Select className="form-wide" disabled loading placeholder="请选择省市区" />,
);
