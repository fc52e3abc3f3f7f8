import { listRoles, type Role } from "@ops/authority/contract";
import { percentage } from "@ops/platform/contract";
import { columnsOf, showDay } from "@ops/platform/web";
import { RiskTag } from "./RiskTag.tsx";

export const roleColumns = columnsOf(listRoles, {
  name: 110,
  code: 135,
  category: 70,
  dataScope: true,
  codeCount: true,
  memberCount: 60,
  riskPoints: { width: 70, as: (r) => <RiskTag risk={r.risk} points={r.riskPoints} /> },
  idleCount: (role) => <Idle role={role} />,
  ownerName: 95,
  status: true,
  version: { width: 55, as: (r) => `V${r.version}` },
  updatedAt: { width: 95, as: (r) => showDay(r.updatedAt) },
});

function Idle({ role: { idleCount, codeCount } }: { readonly role: Role }) {
  if (idleCount === null) return "-";
  return (
    <span title={`闲置权限率 ${percentage(idleCount, codeCount)}（${idleCount} / ${codeCount}）`}>{idleCount}</span>
  );
}
