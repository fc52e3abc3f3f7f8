import { partsOf } from "@ops/platform/web";
import { Select } from "antd";

const waiting = <Select className="form-wide" disabled loading placeholder="请选择门店" />;

/** The tree is loaded with the form that asks for a store. */
export const StoreTreeInput = partsOf(() => import("./StoreTreeSelect.tsx")).standing("StoreTreeSelect", waiting);
