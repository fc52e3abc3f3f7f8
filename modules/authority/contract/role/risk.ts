import type { Risk } from "@ops/platform/contract";
import type { Permission } from "../rights/permission.ts";
import type { ScopeKind } from "./draft.ts";

const weights: Readonly<Record<Risk, number>> = { LOW: 0, MED: 1, HIGH: 5, CRITICAL: 20 };
const factors: Readonly<Record<ScopeKind, number>> = { SELF: 0.5, ORG: 1, ORG_TREE: 1.5, CUSTOM: 1.5, ALL: 2 };
/** The score at which each risk level begins. */
export const riskFloors: Readonly<Record<Risk, number>> = { LOW: 0, MED: 10, HIGH: 40, CRITICAL: 100 };
const levels: readonly Risk[] = ["CRITICAL", "HIGH", "MED"];

export interface Weighed {
  readonly permissionCodes: readonly string[];
  readonly dataScope: ScopeKind;
  readonly scopeOverrides: Readonly<Record<string, ScopeKind>>;
}

/** Computes Σ weight(code) × factor(scope of the code) (AU-R32). Codes that no longer exist do not count. */
export function riskPoints(role: Weighed, permissions: readonly Pick<Permission, "code" | "risk">[]): number {
  const riskOf = new Map(permissions.map(({ code, risk }) => [code, risk]));
  let points = 0;
  for (const code of role.permissionCodes) {
    const risk = riskOf.get(code);
    if (risk) points += weights[risk] * factors[role.scopeOverrides[code] ?? role.dataScope];
  }
  return points;
}

export function riskLevel(points: number): Risk {
  return levels.find((level) => points >= riskFloors[level]) ?? "LOW";
}
