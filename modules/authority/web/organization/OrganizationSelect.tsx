import { partsOf } from "@ops/platform/web";
import { Select } from "antd";

const parts = partsOf(() => import("./organization-tree-select.tsx"));
const waiting = <Select className="form-wide" disabled loading placeholder="请选择组织" />;

export const OrganizationSelect = parts.standing("OrganizationSelect", waiting);
export const OrganizationSelectMany = parts.standing("OrganizationSelectMany", waiting);
