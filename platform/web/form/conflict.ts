import { commonErrors, type Envelope, metaOf, shapeOf } from "@ops/platform/contract";
import type { z } from "zod";
import type { FormValues } from "./form-schema.ts";

/** A field that two people have changed differently. */
export interface ConflictRow {
  readonly name: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  /** Who moved away from the version the form started with. */
  readonly changedBy: "me" | "them" | "both";
}

type Latest = FormValues & { readonly version: number };

export interface Conflict {
  /** `数据已被{姓名}于{时间}修改，请刷新后重试` */
  readonly message: string;
  /** What the server says in clear. */
  readonly latest: Latest;
  /** What the server says masked, by field. */
  readonly masks: FormValues;
  readonly rows: readonly ConflictRow[];
}

/** What a form knows when its call is refused. */
interface AtRefusal {
  /** What the endpoint answers; it says which fields are masked. */
  readonly schema: z.ZodType;
  readonly names: readonly string[];
  readonly base: FormValues;
  readonly mine: FormValues;
  /** What the answer says of fields that it names otherwise than the body. */
  readonly reads?: ((latest: Latest) => FormValues) | undefined;
}

/** Reads a conflict from a refusal, or null when this is another answer. */
export function conflictIn(
  answer: Envelope<unknown>,
  { schema, names, base, mine, reads }: AtRefusal,
): Conflict | null {
  const latest = latestIn(answer);
  if (!latest) return null;
  const { known: clear, masks } = partMasks(schema, latest);
  const known = { ...clear, ...reads?.(latest) };
  const rows = [...conflictRows(names, base, mine, known), ...rowsOverMasks(names, mine, masks)];
  return { message: answer.msg, latest: { ...known, version: latest.version }, masks, rows };
}

/**
 * Separates what a record says in clear from its masks. A mask is never sent back: its field stays empty, and empty
 * keeps the stored value.
 */
export function partMasks(
  schema: z.ZodType,
  record: object,
): { readonly known: FormValues; readonly masks: FormValues } {
  const shape = shapeOf(schema);
  const isMasked = ([name]: [string, unknown]) => metaOf(shape[name])["masked"] === true;
  const entries: [string, unknown][] = Object.entries(record);
  return {
    known: Object.fromEntries(entries.filter((entry) => !isMasked(entry))),
    masks: Object.fromEntries(entries.filter(isMasked)),
  };
}

/** What the fields show once the latest record is taken. A masked field is emptied, because its value is not known. */
export function latestValues(names: readonly string[], { latest, masks }: Conflict): FormValues {
  const shared = names.filter((name) => name in latest || name in masks);
  return Object.fromEntries(shared.map((name) => [name, name in masks ? null : latest[name]]));
}

/** Whether the other person changed a masked value cannot be told; what was typed over it can. */
function rowsOverMasks(names: readonly string[], mine: FormValues, masks: FormValues): ConflictRow[] {
  const typed = names.filter((name) => name in masks && !isSame(mine[name], null));
  return typed.map((name) => ({ name, mine: mine[name], theirs: masks[name], changedBy: "me" }));
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
export function latestIn(answer: Envelope<unknown>): Latest | null {
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
