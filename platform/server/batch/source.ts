import type { BatchKind } from "@ops/platform/contract";
import type { z } from "zod";
import type { Actor } from "../actor.ts";
import type { ApprovalFlow } from "../approval/flow.ts";
import type { NewApproval } from "../approval/request.ts";
import type { RecordRow, Table } from "../db/record/table.ts";
import type { Tx } from "../db/tx.ts";
import type { SheetSource } from "../excel/source.ts";
import type { Route } from "../http/route.ts";

/** The facts of a record that a batch changes, in words by name. */
export type Facts = Readonly<Record<string, string>>;

/** A record as people see it in a plan. */
export interface Seen {
  readonly label: string;
  readonly facts: Facts;
}

/** A whole plan, for rules about all of it. */
export interface PlanFacts {
  readonly ids: readonly string[];
  readonly ready: number;
  readonly refused: number;
  /** The plan takes back what a batch with these values did. */
  readonly isUndo: boolean;
}

interface Declared<V> {
  /** Reads the present facts of records that the caller may see. */
  see(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Seen>>;
  /** Takes the locks that come before those on the records, because other calls take them in this order. */
  first?(tx: Tx, ids: readonly string[]): Promise<void>;
  /** The action on one record with all its rules; the preview tries it and takes it back. */
  act(tx: Tx, id: string, values: V): Promise<unknown>;
  /**
   * Undoes the action, if that is possible, for records that are still as the batch left them. A batch that needs an
   * approval has none, because its undo would need one, too.
   */
  undo?(
    tx: Tx,
    id: string,
    done: { readonly values: V; readonly before: Facts; readonly reason: string },
  ): Promise<unknown>;
  /**
   * Refuses a plan as a whole, such as one that would leave no administrator. It is asked when the plan is submitted, and
   * again when its task begins, which an approval may delay.
   */
  mayRun?(tx: Tx, values: V, plan: PlanFacts): Promise<void>;
  /** The approval that the plan needs before it runs. */
  readonly approval?: BatchApproval<V>;
}

/** The module declares the flow over the table of tasks and decides it with `decideBatch`. */
export interface BatchApproval<V> {
  // biome-ignore lint/suspicious/noExplicitAny: flows of different facts; each checks its own
  readonly flow: ApprovalFlow<any>;
  ask(tx: Tx, values: V, plan: PlanFacts): Promise<Pick<NewApproval<z.ZodObject>, "orgId" | "title" | "facts">>;
}

/** A batch as the platform knows it, without the type of its values, which `batchOf` checks. */
export interface BatchSource extends Declared<unknown> {
  readonly kind: BatchKind;
  /**
   * The table of its records. Ids outside of the caller's scope are not part of a plan, and numbers are those of its
   * number column.
   */
  readonly table: Table<never>;
  /** The list whose filter can choose the rows. */
  readonly list?: SheetSource;
}

/** The input of an action, and the reason. A preview has a placeholder for the reason, because none was typed yet. */
export type ValuesOf<S extends z.ZodRawShape> = z.output<z.ZodObject<S>> & { readonly reason: string };

/** Declares a batch; the module lists it under `batches`. */
export function batchOf<S extends z.ZodRawShape, Row extends RecordRow>(
  kind: BatchKind<S>,
  table: Table<Row>,
  { list, ...declared }: Declared<ValuesOf<S>> & { readonly list?: Route },
): BatchSource {
  const sheet = list?.kind === "reads" ? list.exports : undefined;
  if (declared.approval && declared.undo) throw new Error(`${kind.name}: what needs an approval cannot be undone`);
  if (list && !sheet) throw new Error(`${kind.name}: a list without an export gives no rows to a batch`);
  const source: unknown = { ...declared, kind, table, ...(sheet ? { list: sheet } : {}) };
  return source as BatchSource; // the schema of the kind has parsed the values before
}

/** Tells whether an actor may run a batch of the kind. */
export function mayBatch(actor: Actor, { run }: Pick<BatchKind, "run">): boolean {
  return !actor.isReadOnly && actor.mayCall(run);
}
