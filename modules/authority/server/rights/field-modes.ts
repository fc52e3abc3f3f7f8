import { type FieldMode, fieldModes, ruledFields } from "@ops/platform/contract";

/** The codes and field rules of a role at a membership. */
export interface FieldSource {
  readonly codes: ReadonlySet<string>;
  readonly fieldRules: Readonly<Record<string, string>>;
}

export type FieldModeOf = (field: string, permission: string) => FieldMode;

/**
 * Takes the highest mode over the roles that grant reading the resource. If none does, the roles that grant the call
 * itself decide (AU-R20). A role without a rule leaves the field open.
 */
export function fieldModesOver(sources: readonly FieldSource[]): FieldModeOf | null {
  if (sources.every(({ fieldRules }) => Object.keys(fieldRules).length === 0)) return null;
  const known = new Map<string, FieldMode>();
  return (field, permission) => {
    const key = `${field} ${permission}`;
    const mode = known.get(key) ?? findHighest(sourcesSpeakingOf(sources, field, permission), field);
    known.set(key, mode);
    return mode;
  };
}

function sourcesSpeakingOf(sources: readonly FieldSource[], field: string, permission: string): readonly FieldSource[] {
  const holding = (code: string | undefined) => sources.filter(({ codes }) => code !== undefined && codes.has(code));
  const readers = holding(ruledFields.get(field)?.read);
  if (readers.length > 0) return readers;
  const callers = holding(permission);
  return callers.length > 0 ? callers : sources;
}

function findHighest(sources: readonly FieldSource[], field: string): FieldMode {
  const ranks = sources.map(({ fieldRules }) => rankOf(fieldRules, field));
  return fieldModes[Math.max(...ranks)] ?? "EDIT";
}

/** A field without a rule is open; an unknown rule closes it, to be safe. */
export function rankOf(rules: Readonly<Record<string, string>>, field: string): number {
  const modes: readonly string[] = fieldModes;
  return Math.max(0, modes.indexOf(rules[field] ?? "EDIT"));
}
