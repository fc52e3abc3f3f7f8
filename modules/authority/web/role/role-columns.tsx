import type { listRoles, Role } from "@ops/authority/contract";
import { percentage } from "@ops/platform/contract";
import { type Column, showDay } from "@ops/platform/web";
import { RiskTag } from "./RiskTag.tsx";

export const roleColumns: readonly Column<typeof listRoles>[] = [
  { show: "name", width: 110 },
  { show: "code", width: 135 },
  { show: "category", width: 70 },
  { show: "dataScope", width: 105 },
  { show: "codeCount", width: 80, align: "right" },
  { show: "memberCount", width: 60, align: "right" },
  { show: "riskPoints", width: 70, as: (r) => <RiskTag risk={r.risk} points={r.riskPoints} /> },
  { show: "idleCount", width: 80, align: "right", as: (role) => <Idle role={role} /> },
  { show: "ownerName", width: 95 },
  { show: "status", width: 75 },
  { show: "version", width: 55, align: "right", as: (r) => `V${r.version}` },
  { show: "updatedAt", width: 95, as: (r) => showDay(r.updatedAt) },
];

function Idle({ role: { idleCount, codeCount } }: { readonly role: Role }) {
  if (idleCount === null) return "-";
  return (
    <span title={`闲置权限率 ${percentage(idleCount, codeCount)}（${idleCount} / ${codeCount}）`}>{idleCount}</span>
  );
}
