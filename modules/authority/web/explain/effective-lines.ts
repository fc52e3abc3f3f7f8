import { type EffectiveRights, type ExplainTarget, interfaceUses } from "@ops/authority/contract";
import { fieldModeNames, type Risk } from "@ops/platform/contract";
import type { Tone } from "@ops/platform/web";

export type EffectiveKind = "codes" | "pages" | "interfaces" | "fields";

/** One right as the table shows it. */
export interface EffectiveLine {
  readonly key: string;
  readonly name: string;
  /** The code, path or call behind the name. */
  readonly detail: string;
  readonly risk: Risk | null;
  /** The scope or mode of the right; empty if it has none. */
  readonly reach: string;
  readonly tone: Tone | null;
  readonly sourceIds: readonly string[];
  readonly hasOther: boolean;
  /** The question of 解释; null if there is none. */
  readonly target: ExplainTarget | null;
  /** The text that is searched. */
  readonly text: string;
}

const useTones = { CALLABLE: "good", DISABLED: "off", EXCLUDED: "warn" } as const;

export function linesOf(rights: EffectiveRights, kind: EffectiveKind): EffectiveLine[] {
  return lines[kind](rights).map((line) => ({ ...line, text: `${line.name} ${line.detail}` }));
}

type Line = Omit<EffectiveLine, "text">;

const lines: Readonly<Record<EffectiveKind, (rights: EffectiveRights) => Line[]>> = {
  codes: ({ codes }) =>
    codes.map(({ code, name, risk, scope, sourceIds, hasOther }) => ({
      key: code,
      name,
      detail: code,
      risk,
      tone: null,
      sourceIds,
      hasOther,
      reach: `${scope.words}（${scope.organizationCount} 个组织）`,
      target: { kind: "CODE", code },
    })),
  pages: ({ pages }) =>
    pages.map(({ key, title, path, sourceIds, hasOther }) => ({
      key,
      name: title,
      detail: path,
      risk: null,
      reach: "",
      tone: null,
      sourceIds,
      hasOther,
      target: { kind: "PAGE", page: key },
    })),
  interfaces: ({ interfaces }) =>
    interfaces.map(({ id, name, method, path, use, sourceIds, hasOther }) => ({
      key: id,
      name,
      detail: `${method} ${path}`,
      risk: null,
      sourceIds,
      hasOther,
      reach: interfaceUses[use],
      tone: useTones[use],
      target: { kind: "INTERFACE", id },
    })),
  fields: ({ fields }) =>
    fields.map(({ key, label, resourceName, mode, sourceIds, hasOther }) => ({
      key,
      name: label,
      detail: resourceName,
      risk: null,
      sourceIds,
      hasOther,
      target: null,
      reach: fieldModeNames[mode],
      tone: mode === "EDIT" ? "good" : "warn",
    })),
};
