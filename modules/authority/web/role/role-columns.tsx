import { type listRoles, roleStates } from "@ops/authority/contract";
import { type Column, DictText, StateTag, showDay } from "@ops/platform/web";
import { RiskTag } from "./RiskTag.tsx";

export const roleColumns: readonly Column<typeof listRoles>[] = [
  { title: "名称", show: "name", width: 110 },
  { title: "编码", show: "code", width: 135 },
  { title: "分类", show: "category", width: 70 },
  {
    title: "数据范围",
    show: "dataScope",
    width: 105,
    as: (r) => <DictText code="data_scope" value={r.dataScope} />,
  },
  { title: "权限点数", show: "codeCount", width: 80, align: "right" },
  { title: "人数", show: "memberCount", width: 60, align: "right" },
  {
    title: "风险",
    show: "riskPoints",
    width: 70,
    as: (r) => <RiskTag risk={r.risk} points={r.riskPoints} />,
  },
  {
    title: "闲置权限",
    show: "idleCount",
    width: 80,
    align: "right",
    as: ({ idleCount }) => (idleCount === null ? "-" : idleCount),
  },
  { title: "负责人", show: "ownerName", width: 95 },
  { title: "状态", show: "status", width: 75, as: (r) => <StateTag machine={roleStates} state={r.status} /> },
  { title: "版本", show: "version", width: 55, align: "right", as: (r) => `V${r.version}` },
  { title: "更新时间", show: "updatedAt", width: 95, as: (r) => showDay(r.updatedAt) },
];
