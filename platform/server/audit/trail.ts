import type { Actor } from "../actor.ts";
import type { RecordRow, Table } from "../db/table.ts";

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
  /** What a service says; the caller's own answer stands before it. */
  reason: string | null = null;
  readonly #asked: string | null;
  summary: string | null = null;
  /** Who is to answer for it where the call itself names nobody, such as the holder of a signed address. */
  by: Pick<Actor, "userId" | "name"> | null = null;

  constructor(asked: string | null = null) {
    this.#asked = asked;
  }

  /** Every reason that was given, each once. */
  get reasons(): string | null {
    return [...new Set([this.#asked, this.reason])].filter(Boolean).join("；") || null;
  }

  /** Names what the call was about when it changed no record of a declared table. */
  about(bizType: string, bizId: string, bizNo: string | null = null): void {
    this.subject ??= { bizType, bizId, bizNo };
  }

  changed<Row extends RecordRow>(table: Table<Row>, before: Partial<Row> | null, after: Partial<Row> | null): void {
    this.tables.add(table.name);
    const row: Partial<Row> = after ?? before ?? {};
    const id = String(row.id ?? before?.id);
    const number = table.number === undefined ? null : (row[table.number] ?? before?.[table.number]);
    this.about(table.name, id, number == null ? null : String(number));
    for (const field of Object.keys(table.labels) as (keyof Row & string)[]) {
      const [was, is] = [textOf(before?.[field]), textOf(after?.[field])];
      const untouched = after !== null && before !== null && !(field in after);
      if (untouched || was === is) continue; // compared in clear: two passwords look the same under their mask
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
