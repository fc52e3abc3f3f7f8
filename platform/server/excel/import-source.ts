import { BusinessError, type ImportKind } from "@ops/platform/contract";
import type { Actor } from "../actor.ts";
import type { Tx } from "../db/tx.ts";
import type { ImportRow } from "./check-rows.ts";

/** Nothing about a row is new: it is neither written nor refused. */
export const SKIPPED = Symbol("skipped");

/** A row gets in, but its operator has to know this of it. */
export class Warned {
  readonly warning: string;
  constructor(warning: string) {
    this.warning = warning;
  }
}

/**
 * What stands against rows, or is to be said of them, by their line. A refusal as it was thrown tells more than its text: the
 * kernel sees from it who reaches for more than he may.
 */
export type Verdict = string | BusinessError | typeof SKIPPED | Warned;
export type Verdicts = ReadonlyMap<number, Verdict>;

/** The reason why a row does not get in; nothing where it does, or need not. */
export function reasonOf(verdict: Verdict | undefined): string | undefined {
  if (typeof verdict === "string") return verdict;
  return verdict instanceof BusinessError ? verdict.message : undefined;
}

/** Nothing stands against it. */
export const getsIn = (verdict: Verdict | undefined): boolean => verdict === undefined || verdict instanceof Warned;

/** What rows give back to the operator alone, by their line: a cell per column of the file. */
export type HandedBack = ReadonlyMap<number, readonly string[]>;

/** What counts for all rows of a file. */
export interface ImportCall<P = unknown, M = unknown> {
  /** Keys of the options that were ticked. */
  readonly options: ReadonlySet<string>;
  /** The task that writes the rows; null while they are only checked. */
  readonly taskId: string | null;
  readonly prepared: P | undefined;
  /** What rows leave behind for those that are checked after them, from slice to slice: see `startMemory`. */
  readonly memory: M;
}

interface Source<P, M> {
  readonly kind: ImportKind;
  /** Two rows of the same key in one file are one too many. */
  keyOf(row: ImportRow): string;
  /**
   * Looks at the rows of a file together, without the database. Asked twice: with all rows as they were typed (words of
   * dictionaries are not values yet) for the order in which they are written, which has to be the same at every run; and
   * with the good ones alone for what is wrong between them, by line.
   */
  arrange?(rows: readonly ImportRow[]): {
    readonly rows: readonly ImportRow[];
    readonly problems: ReadonlyMap<number, string>;
  };
  /**
   * Rows of one group, such as the posts of one person, are written side by side where the first of them stands, and in one
   * chunk (unless there are more of them than a chunk holds). Asked with rows as they were typed; null stands alone.
   */
  groupOf?(row: ImportRow): string | null;
  /**
   * Rows of one transaction, where fewer than usual: the records that it locks stay out of everybody else's reach until its
   * end. `arrange` puts them into the order in which everybody locks them.
   */
  readonly rowsPerStep?: number;
  /** A row is checked without a look at those after it: `check` is asked for some at a time, which is told and can be ended. */
  readonly checksAlone?: true;
  /** What a check begins with and hands on from slice to slice, such as places that rows take or records that they make. */
  startMemory?(): M;
  /** Why rows cannot get in, or need not; asks the database and writes nothing. */
  check(tx: Tx, rows: readonly ImportRow[], call: ImportCall<P, M>): Promise<Verdicts>;
  /** What takes its time and must not keep a transaction open, such as hashes; before each chunk, for rows that get in. */
  prepare?(rows: readonly ImportRow[], step: <T>(act: (tx: Tx) => Promise<T>) => Promise<T>): Promise<P>;
  /** Once per chunk, after its rows. */
  after?(tx: Tx, rows: readonly ImportRow[]): Promise<void>;
  /** For rows that give something back: it lies sealed until it stands in one encrypted file. */
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

interface ByRow<P, M> {
  /** Writes one row; a refusal that it throws is the reason of this row alone. */
  apply(tx: Tx, row: ImportRow, call: ImportCall<P, M>): Promise<void>;
  applyAll?: never;
}

interface AtOnce<P, M> {
  apply?: never;
  /** Writes all rows or throws; whoever refuses is then searched for among fewer rows, down to one. */
  applyAll(tx: Tx, rows: readonly ImportRow[], call: ImportCall<P, M>): Promise<HandedBack>;
}

/** What a module does with the rows of a kind. */
export type ImportSource<P = unknown, M = unknown> = Source<P, M> & (ByRow<P, M> | AtOnce<P, M>);

/** Whether somebody may import a kind: its code, and where it has one, the call that does the same by hand. */
export function mayImport(actor: Actor, { permission, byHand }: ImportKind): boolean {
  return !actor.isReadOnly && actor.can(permission) && (byHand === undefined || actor.mayCall(byHand));
}
