import { type FieldMode, fieldModes, ruledFields } from "@ops/platform/contract";

/** What a role at a membership grants, as far as fields are concerned. */
export interface FieldSource {
  readonly codes: ReadonlySet<string>;
  readonly fieldRules: Readonly<Record<string, string>>;
}

export type FieldModeOf = (field: string, permission: string) => FieldMode;

/**
 * The highest mode over the roles that grant reading the resource, or, where none does, over those that grant the call
 * itself (AU-R20). A role without a rule leaves the field open.
 */
export function fieldModesOver(sources: readonly FieldSource[]): FieldModeOf | null {
  if (sources.every(({ fieldRules }) => Object.keys(fieldRules).length === 0)) return null;
  const known = new Map<string, FieldMode>();
  return (field, permission) => {
    const key = `${field} ${permission}`;
    const mode = known.get(key) ?? highest(speaking(sources, field, permission), field);
    known.set(key, mode);
    return mode;
  };
}

function speaking(sources: readonly FieldSource[], field: string, permission: string): readonly FieldSource[] {
  const holding = (code: string | undefined) => sources.filter(({ codes }) => code !== undefined && codes.has(code));
  const readers = holding(ruledFields.get(field)?.read);
  if (readers.length > 0) return readers;
  const callers = holding(permission);
  return callers.length > 0 ? callers : sources;
}

function highest(sources: readonly FieldSource[], field: string): FieldMode {
  const ranks = sources.map(({ fieldRules }) => rankOf(fieldRules, field));
  return fieldModes[Math.max(...ranks)] ?? "EDIT";
}

/** A field without a rule is open; a rule that nobody understands closes it. */
export function rankOf(rules: Readonly<Record<string, string>>, field: string): number {
  const modes: readonly string[] = fieldModes;
  return Math.max(0, modes.indexOf(rules[field] ?? "EDIT"));
}
