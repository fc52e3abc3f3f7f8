import { BusinessError, IMPORT_LIMIT_ROWS, type ImportKind } from "@ops/platform/contract";
import { z } from "zod";
import type { Actor } from "../../actor.ts";
import type { Tx } from "../../db/tx.ts";
import type { ImportRow } from "./check-rows.ts";

/** Nothing about a row is new: it is neither written nor refused. */
export const SKIPPED = Symbol("skipped");

/** A remark for the operator on a row that will be imported. */
export class Warned {
  readonly warning: string;
  constructor(warning: string) {
    this.warning = warning;
  }
}

/**
 * The refusals and remarks on rows, by line. A refusal is passed as it was thrown, because the kernel must notice
 * callers who try to do more than allowed.
 */
export type Verdict = string | BusinessError | typeof SKIPPED | Warned;
export type Verdicts = ReadonlyMap<number, Verdict>;

/** The reason why a row does not get in; nothing where it does, or need not. */
export function reasonOf(verdict: Verdict | undefined): string | undefined {
  if (typeof verdict === "string") return verdict;
  return verdict instanceof BusinessError ? verdict.message : undefined;
}

/** Tells whether nothing prevents the row from being imported. */
export const getsIn = (verdict: Verdict | undefined): boolean => verdict === undefined || verdict instanceof Warned;

/** Data of rows for the operator only, by line, with one cell per column of the file. */
export type HandedBack = ReadonlyMap<number, readonly string[]>;

/** What counts for all rows of a file. */
export interface ImportCall<P = unknown, M = unknown, B = unknown> {
  /** Keys of the options that were ticked. */
  readonly options: ReadonlySet<string>;
  /** The values that were sent besides the file, parsed by the schema of the kind. */
  readonly beside: B;
  /** The task that writes the rows; null while they are only checked. */
  readonly taskId: string | null;
  readonly prepared: P | undefined;
  /** What rows leave for those that are checked after them, from slice to slice: see `startMemory`. */
  readonly memory: M;
}

interface Source<P, M, B> {
  readonly kind: ImportKind & { readonly beside?: z.ZodType<B> };
  /** The key of a row. A file must not have two rows with the same key. */
  keyOf(row: ImportRow): string;
  /**
   * Looks at all rows of a file together, without the database. It is called twice. With all rows as typed, when words
   * of dictionaries are not values yet, it decides the order of writing, which must be the same at every run. With the
   * good rows it finds faults between them, by line.
   */
  arrange?(rows: readonly ImportRow[]): {
    readonly rows: readonly ImportRow[];
    readonly problems: ReadonlyMap<number, string>;
  };
  /**
   * The group of a row, such as the posts of one person. Rows of a group are written together at the place of the first
   * one, and in one chunk if they fit. It is called with rows as typed; null means no group.
   */
  groupOf?(row: ImportRow): string | null;
  /**
   * The number of rows per transaction, if it is less than usual, because the locked records are blocked for others
   * until its end. `arrange` sorts the rows into the order in which everybody locks the records.
   */
  readonly rowsPerStep?: number;
  /**
   * Whether a row can be checked without later rows. Then `check` is called for some rows at a time, with progress, and
   * can be ended.
   */
  readonly checksAlone?: true;
  /**
   * Tells whether the references of a row are read. For a known record they need not be, if the row does not change
   * them.
   */
  readsRefs?(tx: Tx, row: ImportRow): Promise<boolean>;
  /**
   * Makes the memory of a check, which is passed from slice to slice, such as seats that rows take or records that they
   * make.
   */
  startMemory?(): M;
  /** Why rows cannot get in, or need not; asks the database and writes nothing. */
  check(tx: Tx, rows: readonly ImportRow[], call: ImportCall<P, M, B>): Promise<Verdicts>;
  /** What takes its time and must not keep a transaction open, such as hashes; before each chunk, for rows that get in. */
  prepare?(rows: readonly ImportRow[], step: <T>(act: (tx: Tx) => Promise<T>) => Promise<T>): Promise<P>;
  /** Once per chunk, after its rows. */
  after?(tx: Tx, rows: readonly ImportRow[]): Promise<void>;
  /** For rows with data for the operator. The data is sealed until it is in one encrypted file. */
  readonly handsBack?: HandsBack;
}

interface HandedBackColumn {
  readonly title: string;
  readonly width: number;
  /** Made by the product and copied by hand from the file: not a sign is added to it. */
  readonly verbatim?: true;
}

interface HandsBack {
  readonly name: string;
  readonly columns: readonly HandedBackColumn[];
  seal(text: string, about: string): Buffer;
  unseal(sealed: Buffer, about: string): string;
}

interface ByRow<P, M, B> {
  /** Writes one row; a refusal that it throws is the reason of this row alone. */
  apply(tx: Tx, row: ImportRow, call: ImportCall<P, M, B>): Promise<void>;
  applyAll?: never;
}

interface AtOnce<P, M, B> {
  apply?: never;
  /** Writes all rows or throws. Then the refused row is searched among fewer rows, down to one. */
  applyAll(tx: Tx, rows: readonly ImportRow[], call: ImportCall<P, M, B>): Promise<HandedBack>;
}

/** What a module does with the rows of a kind. */
export type ImportSource<P = unknown, M = unknown, B = unknown> = Source<P, M, B> & (ByRow<P, M, B> | AtOnce<P, M, B>);

/** Tells whether an actor may import a kind: by its code and, if there is one, the call that does the same by hand. */
export function mayImport(actor: Actor, { permission, byHand }: ImportKind): boolean {
  return !actor.isReadOnly && actor.can(permission) && (byHand === undefined || actor.mayCall(byHand));
}

/** Finds the schema of the values besides the file. Most kinds have none. */
export const besideOf = ({ beside = z.object({}) }: ImportKind): z.ZodObject => beside;

/** Refuses a kind that allows more rows than a workbook can have, because it would fail at its first large file. */
export function requireSoundKind({ key, mostRows = 1 }: ImportKind): void {
  if (mostRows < 1 || mostRows > IMPORT_LIMIT_ROWS) throw new Error(`${key} may not take files of ${mostRows} rows`);
}
