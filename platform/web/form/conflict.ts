import { commonErrors, type Envelope } from "@ops/platform/contract";
import type { FormValues } from "./form-schema.ts";

/** A field that two people have changed differently. */
export interface ConflictRow {
  readonly name: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Who moved away from the version the form started with. */
  readonly changedBy: "me" | "them" | "both";
}

export interface Conflict {
  /** `数据已被{姓名}于{时间}修改，请刷新后重试` */
  readonly message: string;
  readonly latest: FormValues & { readonly version: number };
  readonly rows: readonly ConflictRow[];
}

/**
 * Finds the fields whose typed value differs from the server's present one (PF-R90). Values that are not part of the
 * record, such as a reason, cannot differ.
 */
export function conflictRows(
  names: readonly string[],
  base: FormValues,
  mine: FormValues,
  theirs: FormValues,
): ConflictRow[] {
  return names
    .filter((name) => name in theirs && !isSame(mine[name], theirs[name]))
    .map((name) => {
      const byMe = !isSame(mine[name], base[name]);
      const byThem = !isSame(theirs[name], base[name]);
      return {
        name,
        mine: mine[name],
        theirs: theirs[name],
        changedBy: byMe && byThem ? "both" : byMe ? "me" : "them",
      };
    });
}

/** The server's record that comes with a refusal because of its version, or null when this is another answer. */
export function latestIn(answer: Envelope<unknown>): Conflict["latest"] | null {
  if (answer.success || answer.msgCode !== VERSION_CONFLICT) return null;
  const { data } = answer;
  if (typeof data !== "object" || data === null || !("version" in data) || typeof data.version !== "number")
    return null;
  return { ...data, version: data.version };
}

const VERSION_CONFLICT = commonErrors.versionConflict({ name: "", time: "" }).msgCode;

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(emptyToNull(a)) === JSON.stringify(emptyToNull(b));
}

/** Treats empty text, null and missing values as the same. */
function emptyToNull(value: unknown): unknown {
  if (typeof value === "string") return value.trim() || null;
  return value ?? null;
}
