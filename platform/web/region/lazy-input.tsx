import { Select } from "antd";
import { partsOf } from "../shell/lazy-parts.tsx";

const parts = partsOf(() => import("./RegionInput.tsx"));

/** 省市区 come with a tree of their own and are asked for by few forms. */
export const RegionInput = parts.standing(
  "RegionInput",
  <Select className="form-wide" disabled loading placeholder="请选择省市区" />,
);
