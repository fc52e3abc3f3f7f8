import { wireTime } from "@ops/platform/contract";
import type { Actor } from "../actor.ts";
import type { RecordRow, Table } from "../db/record/table.ts";
import { type RetiredCode, refuseRetired } from "../dict/codes.ts";

export interface FieldDiff {
  readonly bizType: string;
  readonly bizId: string;
  readonly field: string;
  readonly label: string;
  readonly before: string | null;
  readonly after: string | null;
}

export interface Subject {
  readonly bizType: string;
  readonly bizId: string;
  readonly bizNo: string | null;
}

/** A changed field with references. The change is noted at once, and the names are loaded when the log is written. */
interface Pointing {
  readonly kind: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}
const pointing = new WeakMap<FieldDiff, Pointing>();

export function pointingOf(diff: FieldDiff): Pointing | undefined {
  return pointing.get(diff);
}

/** Collects what a call changes while it runs. The kernel writes it as one audit row with the commit (PF-R97). */
export class AuditTrail {
  readonly diffs: FieldDiff[] = [];
  /** The tables of which a record changed. */
  readonly tables = new Set<string>();
  subject: Subject | null = null;
  /** The first locked record, which is the subject of a call that is refused before it changes anything. */
  #wanted: Subject | null = null;
  /** The reason from the service. The reason from the caller comes before it. */
  reason: string | null = null;
  readonly #asked: string | null;
  summary: string | null = null;
  /** The responsible person if the call itself names nobody, such as the holder of a signed address. */
  by: Pick<Actor, "userId" | "name" | "organizationIds"> | null = null;
  /**
   * Whether the log already has this, such as another look at the same picture. Changes of records are logged in any
   * case.
   */
  isTold = false;
  /** The text for the rows of single records, for work on many records. Each record then gets its own row. */
  each: string | null = null;
  /** The record in whose log a change of a record belongs, by table and id. */
  readonly #whose = new Map<string, Subject>();
  readonly #lines = new Map<string, Set<number>>();
  readonly #retired: readonly RetiredCode[];

  constructor(asked: string | null = null, retired: readonly RetiredCode[] = []) {
    this.#asked = asked;
    this.#retired = retired;
  }

  /** Every reason that was given, each once. */
  get reasons(): string | null {
    return [...new Set([this.#asked, this.reason])].filter(Boolean).join("；") || null;
  }

  /** Names the subject of a call that changed no record of a declared table. */
  about(bizType: string, bizId: string, bizNo: string | null = null): void {
    this.subject ??= { bizType, bizId, bizNo };
  }

  /** A call that locked a record is about that record, whatever it changes first: its attachments, for example. */
  aboutLocked(): void {
    this.subject ??= this.#wanted;
  }

  /** The subject of the call, or the record that it tried to change. */
  get target(): Subject | null {
    return this.subject ?? this.#wanted;
  }

  locked<Row extends RecordRow>(table: Table<Row>, row: Row): void {
    const number = table.number === undefined ? null : row[table.number];
    const itself = { bizType: table.name, bizId: row.id, bizNo: number == null ? null : String(number) };
    this.#wanted ??= itself;
    if (table.leads) this.subject ??= itself;
  }

  changed<Row extends RecordRow>(table: Table<Row>, before: Partial<Row> | null, after: Partial<Row> | null): void {
    refuseRetired(this.#retired, before, after);
    this.tables.add(table.name);
    const row: Partial<Row> = after ?? before ?? {};
    const id = String(row.id ?? before?.id);
    const number = table.number === undefined ? null : (row[table.number] ?? before?.[table.number]);
    const itself = { bizType: table.name, bizId: id, bizNo: number == null ? null : String(number) };
    this.about(itself.bizType, itself.bizId, itself.bizNo);
    this.#whose.set(keyOf(itself), wholeOf(table, row, before) ?? itself);
    for (const field of Object.keys(table.labels) as (keyof Row & string)[]) {
      const [was, is] = [textOf(before?.[field]), textOf(after?.[field])];
      const isUntouched = after !== null && !(field in after);
      if (isUntouched || was === is) continue; // compared in clear text, because two passwords have the same mask
      const diff: FieldDiff = {
        bizType: table.name,
        bizId: id,
        field,
        label: table.labels[field] ?? field,
        before: showValue(table, field, before?.[field]),
        after: showValue(table, field, after?.[field]),
      };
      this.diffs.push(diff);
      const kind = table.refs?.[field];
      if (kind) pointing.set(diff, { kind, before: idsIn(before?.[field]), after: idsIn(after?.[field]) });
    }
  }

  /** Which line of a file a record came from. */
  cameFrom(line: number, bizId: string): void {
    const lines = this.#lines.get(bizId) ?? new Set();
    this.#lines.set(bizId, lines.add(line));
  }

  linesOf(bizId: string): readonly number[] {
    return [...(this.#lines.get(bizId) ?? [])].toSorted((a, b) => a - b);
  }

  /** Finds the record in whose log a change belongs: the record itself, or the one of which it is a part. */
  whose(changed: Pick<Subject, "bizType" | "bizId">): Subject {
    const { bizType, bizId } = changed;
    const known = this.#whose.get(keyOf(changed));
    if (!known) return { bizType, bizId, bizNo: null };
    return known.bizType === bizType && known.bizId === bizId ? known : this.whose(known);
  }
}

const idsIn = (value: unknown): readonly string[] => [value].flat().filter((one) => typeof one === "string");

const keyOf = ({ bizType, bizId }: Pick<Subject, "bizType" | "bizId">) => `${bizType} ${bizId}`;

function wholeOf<Row extends RecordRow>(
  { partOf }: Table<Row>,
  row: Partial<Row>,
  before: Partial<Row> | null,
): Subject | null {
  return partOf ? { bizType: partOf.table, bizId: String(row[partOf.by] ?? before?.[partOf.by]), bizNo: null } : null;
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : `${value}`;
}

function showValue<Row extends RecordRow>(table: Table<Row>, field: keyof Row & string, value: unknown): string | null {
  const text = textOf(value);
  if (text === null) return null;
  if (table.secret?.includes(field)) return "******";
  const masked = table.masked?.[field]?.(text);
  if (masked !== undefined) return masked;
  if (value instanceof Date) return wireTime(value);
  const words = table.words?.[field];
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) {
    return value.map((one) => words?.[one] ?? one).join("、");
  }
  return words?.[text] ?? (typeof value === "boolean" ? (value ? "是" : "否") : text);
}
