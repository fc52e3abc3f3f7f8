import { riskNames } from "@ops/authority/contract";
import type { Risk } from "@ops/platform/contract";
import "./role.css";

const tones: Readonly<Record<Risk, string>> = { LOW: "neutral", MED: "active", HIGH: "warn", CRITICAL: "bad" };

export function RiskTag({ risk, points }: { readonly risk: Risk; readonly points?: number }) {
  return (
    <span className="level-tag" data-tone={tones[risk]} title={points === undefined ? undefined : `风险分 ${points}`}>
      {riskNames[risk]}
    </span>
  );
}
