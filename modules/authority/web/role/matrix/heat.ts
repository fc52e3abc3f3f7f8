import type { ScopeKind } from "@ops/authority/contract";
import type { Risk } from "@ops/platform/contract";

export const heatLevels: readonly Risk[] = ["LOW", "MED", "HIGH", "CRITICAL"];

/** One character per scope, because colour alone does not tell the scope. */
export const scopeMarks: Readonly<Record<ScopeKind, { readonly mark: string; readonly name: string }>> = {
  ALL: { mark: "全", name: "全部" },
  ORG_TREE: { mark: "下", name: "本组织及下级" },
  ORG: { mark: "本", name: "本组织" },
  SELF: { mark: "己", name: "仅本人" },
  CUSTOM: { mark: "定", name: "自定义" },
};

export interface Window {
  readonly from: number;
  readonly to: number;
}

/** Finds the range of visible lines, with a few around them, among `count` lines of this size. */
export function inSight(count: number, size: number, scrolled: number, room: number): Window {
  const AROUND = 4;
  const from = Math.max(0, Math.floor(scrolled / size) - AROUND);
  return { from, to: Math.min(count, Math.ceil((scrolled + room) / size) + AROUND) };
}
