import type { Actor } from "../actor.ts";
import type { RecordRow, Table } from "../db/table.ts";
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

/** What a call changed, gathered while it runs; the kernel writes it as one audit row with the commit (PF-R97). */
export class AuditTrail {
  readonly diffs: FieldDiff[] = [];
  /** Of which a record changed. */
  readonly tables = new Set<string>();
  subject: Subject | null = null;
  /** The first record that was locked: what a call was after that is refused before it changes anything. */
  #wanted: Subject | null = null;
  /** What a service says; the caller's own answer stands before it. */
  reason: string | null = null;
  readonly #asked: string | null;
  summary: string | null = null;
  /** Who is to answer for it where the call itself names nobody, such as the holder of a signed address. */
  by: Pick<Actor, "userId" | "name" | "organizationIds"> | null = null;
  /** The log tells of it already, as of a picture that is looked at once more; what changes records is told all the same. */
  isTold = false;
  /** Of work on many records at once: what the rows of the single ones say, of which each record then has its own. */
  each: string | null = null;
  /** Whose log tells of a record, by the name of its table and its id. */
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

  /** Names what the call was about when it changed no record of a declared table. */
  about(bizType: string, bizId: string, bizNo: string | null = null): void {
    this.subject ??= { bizType, bizId, bizNo };
  }

  /** A call that locked a record is about that record, whatever it changes first: its attachments, for example. */
  aboutLocked(): void {
    this.subject ??= this.#wanted;
  }

  /** What the call was about, or wanted to be. */
  get target(): Subject | null {
    return this.subject ?? this.#wanted;
  }

  locked<Row extends RecordRow>(table: Table<Row>, row: Row): void {
    const number = table.number === undefined ? null : row[table.number];
    this.#wanted ??= { bizType: table.name, bizId: row.id, bizNo: number == null ? null : String(number) };
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
      if (isUntouched || was === is) continue; // compared in clear: two passwords look the same under their mask
      this.diffs.push({
        bizType: table.name,
        bizId: id,
        field,
        label: table.labels[field] ?? field,
        before: shown(table, field, before?.[field]),
        after: shown(table, field, after?.[field]),
      });
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

  /** The record in whose log a change belongs: the record itself, or what it is a part of. */
  whose(changed: Pick<Subject, "bizType" | "bizId">): Subject {
    const { bizType, bizId } = changed;
    const known = this.#whose.get(keyOf(changed));
    if (!known) return { bizType, bizId, bizNo: null };
    return known.bizType === bizType && known.bizId === bizId ? known : this.whose(known);
  }
}

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

function shown<Row extends RecordRow>(table: Table<Row>, field: keyof Row & string, value: unknown): string | null {
  const text = textOf(value);
  if (text === null) return null;
  if (table.secret?.includes(field)) return "******";
  const masked = table.masked?.[field]?.(text);
  if (masked !== undefined) return masked;
  const words = table.words?.[field];
  if (Array.isArray(value) && value.every((one) => typeof one === "string")) {
    return value.map((one) => words?.[one] ?? one).join("、");
  }
  return words?.[text] ?? (typeof value === "boolean" ? (value ? "是" : "否") : text);
}
