import { type BusinessError, commonErrors, type Endpoint, type RefChoice, type RefKind } from "@ops/platform/contract";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { escapeLike } from "../db/list/condition.ts";
import { firstRows } from "../db/list/list-page.ts";
import { explainUnseen } from "../db/record/record.ts";
import type { RecordRow, Table } from "../db/record/table.ts";
import type { Tx } from "../db/tx.ts";
import type { RefSource } from "./source.ts";

type Found = RawBuilder<boolean> | null;

interface RefOptions<Row, C extends keyof Row & string> {
  /** The column with its name. */
  readonly name: keyof Row & string;
  /** How it is called where that is more than one column, many at once. */
  readonly called?: (tx: Tx, rows: readonly Row[]) => Promise<ReadonlyMap<string, string>>;
  /** Finds names beyond the table, because the system and API clients act like people. */
  readonly names?: RefSource["namesOf"];
  /** Whether the caller may know the number, where roles rule it; without it, always. */
  readonly showsNumber?: (tx: Tx) => boolean;
  readonly orderBy: readonly [keyof Row & string, "asc" | "desc"];
  /** Which may be chosen; the others are refused like this, and stay where they were chosen before. */
  readonly open?: { readonly column: C; readonly values: readonly Row[C][]; readonly refusal?: () => BusinessError };
  /** Which are offered, where the others are not refused either. */
  readonly offered?: RawBuilder<boolean>;
  /** Why records beyond the caller's scope may be chosen, too: everybody may know that they exist and how they are called. */
  readonly unscoped?: string;
  /** What the caller may see of the table, if the scope alone does not tell. */
  readonly reach?: (tx: Tx) => Promise<Found>;
  /** How a typed word finds a record, if it is more than a part of its name or number. */
  readonly named?: (tx: Tx, keyword: string) => Found | Promise<Found>;
  /** Finds the notes beside the names in the list of choices, for many at once. */
  readonly notes?: (tx: Tx, rows: readonly Row[]) => Promise<ReadonlyMap<string, string | null>>;
  /** How one is refused that does not exist. */
  readonly unknown?: () => BusinessError;
  /** The call that lists these records. People who may make it may also search them. */
  readonly listedBy?: Endpoint;
  /** Those that are offered before all others. */
  readonly first?: RawBuilder<boolean>;
}

const MOST_MEANT = 1_000;

/** Publishes the records of a table: found, named and guarded by its columns and its data scope. */
export function refTo<Row extends RecordRow, C extends keyof Row & string>(
  kind: RefKind,
  table: Table<Row>,
  options: RefOptions<Row, C>,
): RefSource {
  return new TableRefs(kind, table, options);
}

class TableRefs<Row extends RecordRow, C extends keyof Row & string> implements RefSource {
  readonly kind: RefKind;
  readonly listedBy: Endpoint | undefined;
  readonly #table: Table<Row>;
  readonly #options: RefOptions<Row, C>;

  constructor(kind: RefKind, table: Table<Row>, options: RefOptions<Row, C>) {
    const { unscoped } = options;
    this.kind = kind;
    this.#table = unscoped ? { ...table, scope: { unscoped } } : table;
    this.#options = options;
    this.listedBy = options.listedBy;
  }

  async search(tx: Tx, { keyword, most }: { readonly keyword: string; readonly most: number }): Promise<RefChoice[]> {
    const named = this.#options.named ?? ((_tx: Tx, word: string) => this.#contains(tx, word));
    const found = await this.#offered(tx, most, keyword === "" ? null : await named(tx, keyword));
    const shown = await this.#shown(tx, found);
    if (this.#options.first) return shown;
    const isWhole = ({ no, name }: RefChoice) => no === keyword || name === keyword;
    return [...shown.filter(isWhole), ...shown.filter((one) => !isWhole(one))];
  }

  async seen(tx: Tx, ids: readonly string[]): Promise<RefChoice[]> {
    return this.#shown(tx, await this.#rows(tx, ids.length, this.#among(ids)));
  }

  async namesOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (this.#options.names) return this.#options.names(tx, ids);
    const rows = await (tx.kysely as unknown as Kysely<Record<string, Row>>)
      .selectFrom(this.#table.name)
      .selectAll()
      .where(this.#among(ids))
      .execute();
    return this.#called(tx, rows as unknown as Row[]);
  }

  async refusals(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, BusinessError>> {
    const { open, unknown } = this.#options;
    const found = new Map((await this.#rows(tx, ids.length, this.#among(ids))).map((row) => [row.id, row]));
    const refused = new Map<string, BusinessError>();
    for (const id of new Set(ids)) {
      const row = found.get(id);
      if (!row) refused.set(id, unknown?.() ?? (await explainUnseen(tx, this.#table, id)));
      else if (open && !open.values.includes(row[open.column]))
        refused.set(id, open.refusal?.() ?? commonErrors.notFound());
    }
    return refused;
  }

  async find(tx: Tx, texts: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const isAny = (of: string) => sql<boolean>`${this.#column(of)} = any(${[...texts]}::text[])`;
    const [number, { name }] = [this.#number(tx), this.#options];
    const meant = number ? sql<boolean>`(${isAny(name)} or ${isAny(number)})` : isAny(name);
    const rows = await this.#rows(tx, MOST_MEANT, this.#isOpen(), meant);
    const known = rows.map((row) => ({ id: row.id, name: textOf(row[name]), no: number ? textOf(row[number]) : null }));
    return new Map(texts.map((text) => [text, meantBy(text, known)]));
  }

  async #offered(tx: Tx, most: number, named: Found): Promise<Row[]> {
    const { first } = this.#options;
    if (!first) return this.#rows(tx, most, this.#isOpen(), named);
    const before = await this.#rows(tx, most, this.#isOpen(), named, first);
    const others = await this.#rows(tx, most, this.#isOpen(), named, sql<boolean>`not ${first}`);
    return [...before, ...others].slice(0, most);
  }

  /** Reads the first rows in the caller's scope that fulfil all these conditions. */
  async #rows(tx: Tx, most: number, ...where: Found[]): Promise<Row[]> {
    const { reach, orderBy } = this.#options;
    return firstRows(tx, this.#table, most, { where: [(await reach?.(tx)) ?? null, ...where], orderBy });
  }

  #column(name: string): RawBuilder<unknown> {
    return sql.ref(`${this.#table.name}.${name}`);
  }

  #number(tx: Tx): (keyof Row & string) | undefined {
    return (this.#options.showsNumber?.(tx) ?? true) ? this.#table.number : undefined;
  }

  #among(ids: readonly string[]): RawBuilder<boolean> {
    return sql<boolean>`${this.#column("id")} = any(${[...ids]}::uuid[])`;
  }

  /** The condition for records that may be chosen now. */
  #isOpen(): Found {
    const { open, offered = null } = this.#options;
    return open ? sql<boolean>`${this.#column(open.column)} = any(${[...open.values]}::text[])` : offered;
  }

  #contains(tx: Tx, keyword: string): RawBuilder<boolean> {
    const like = `%${escapeLike(keyword)}%`;
    const [number, inName] = [this.#number(tx), sql<boolean>`${this.#column(this.#options.name)} ilike ${like}`];
    return number ? sql<boolean>`(${inName} or ${this.#column(number)} ilike ${like})` : inName;
  }

  async #called(tx: Tx, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
    const { called, name } = this.#options;
    return called ? called(tx, rows) : new Map(rows.map((row) => [row.id, textOf(row[name]) ?? ""]));
  }

  async #shown(tx: Tx, rows: readonly Row[]): Promise<RefChoice[]> {
    const [names, notes] = [await this.#called(tx, rows), await this.#options.notes?.(tx, rows)];
    const number = this.#number(tx);
    return rows.map((row) => ({
      id: row.id,
      name: names.get(row.id) ?? "",
      no: number ? textOf(row[number]) : null,
      note: notes?.get(row.id) ?? null,
    }));
  }
}

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

interface Known {
  readonly id: string;
  readonly name: string | null;
  readonly no: string | null;
}

/** A whole number means the one record that has it, whatever others are called. */
function meantBy(text: string, known: readonly Known[]): readonly string[] {
  const numbered = known.filter(({ no }) => no === text);
  return (numbered.length > 0 ? numbered : known.filter(({ name }) => name === text)).map(({ id }) => id);
}
