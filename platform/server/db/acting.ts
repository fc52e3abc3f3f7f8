import { type ActEndpoint, type ActSet, type Acts, type BodyOf, stateOf } from "@ops/platform/contract";
import type { z } from "zod";
import { type Route, writes } from "../http/route.ts";
import { isSelf, requirePerson } from "../self.ts";
import { type Present, presentOne } from "./present.ts";
import { changeRecord, lockRecord, requireRecord } from "./record.ts";
import type { RecordRow, Table } from "./table.ts";
import type { Tx } from "./tx.ts";

type StateColumn<Row> = Row extends { state: unknown } ? "state" : "status";
type Changes<Row> = Partial<Omit<Row, keyof RecordRow | StateColumn<Row>>>;
/** What is special about an act: checks, and the columns that it changes besides the state. */
type Hook<Row, A extends z.ZodType, D> = (
  tx: Tx,
  row: Row,
  body: BodyOf<ActEndpoint<A, D>>,
) => Changes<Row> | Promise<Changes<Row>>;
type WithBody<D> = { [N in keyof D]: D[N] extends { body: unknown } ? N : never }[keyof D];
/** An act that asks for fields of its own needs code that keeps them. */
type Hooks<Row, A extends z.ZodType, D> = { [N in WithBody<D>]: Hook<Row, A, D[N]> } & {
  [N in Exclude<keyof D, WithBody<D>>]?: Hook<Row, A, D[N]>;
};

interface ActingOptions<Row, M extends string, A extends z.ZodType, D> {
  readonly present: Present<Row, z.input<A>>;
  /** Runs before the record is locked: locks what is always locked first, refuses what no state tells. */
  readonly before?: (tx: Tx, row: Row, move: M) => Promise<unknown>;
  /** The column that keeps the reason or the remark of the last act; emptied by acts that have none. */
  readonly reasonIn?: keyof Changes<Row> & string;
  readonly on: Hooks<Row, A, D>;
  /** Runs when the record is saved, and may change it again. */
  readonly after?: { readonly [N in keyof D]?: (tx: Tx, row: Row) => Promise<unknown> };
}

interface Acting<Row, M extends string> {
  readonly routes: readonly Route[];
  /** The same guards for a call that is no act: locked, of this version, in a state that allows the move. */
  lock(tx: Tx, id: string, version: number, move: M): Promise<Row>;
}

/** Whether the actor is the first of the two persons whom the acts ask for. */
export function isOwn<B extends string>(
  tx: Tx,
  { frame }: { readonly frame: { readonly notBy?: { readonly columns: readonly B[] } } },
  row: Readonly<Record<B, string | null>>,
): boolean {
  return isSelf(tx, ...(frame.notBy?.columns ?? []).map((column) => row[column]));
}

// Inside, an act is known by its name only; what goes in and out is typed by `ActingOptions`.
type AnyHook<Row> = (tx: Tx, row: Row, body: AnyBody) => Promise<object> | object;
interface AnyBody {
  readonly version: number;
  readonly reason?: string;
  readonly note?: string;
}
type ByName<T> = Readonly<Partial<Record<string, T>>>;

/** The routes of the acts of a table: each locks the record, checks the move, changes, and presents it. */
export function acting<
  S extends string,
  M extends string,
  A extends z.ZodType,
  D extends Acts<M>,
  B extends string,
  Row extends RecordRow & ({ state: S } | { status: S }) & Record<B, string | null>,
>(set: ActSet<S, M, A, D, B>, table: Table<Row>, options: ActingOptions<Row, M, A, D>): Acting<Row, M> {
  const { machine, frame } = set;
  const present = presentOne(options.present);
  const hooks: ByName<AnyHook<Row>> = Object(options.on);
  const afterwards: ByName<(tx: Tx, row: Row) => Promise<unknown>> = Object(options.after);

  async function lock(tx: Tx, id: string, version: number, move: M): Promise<Row> {
    if (options.before) await options.before(tx, await requireRecord(tx, table, id), move);
    const row = await lockRecord(tx, table, id, version, present);
    machine.next(stateOf<S>(row), move);
    return row;
  }

  async function act(tx: Tx, move: M, id: string, body: AnyBody): Promise<unknown> {
    const { personOnly, byOther }: Partial<NonNullable<Acts[string]>> = set.acts[move] ?? {};
    if (personOnly) requirePerson(tx);
    const row = await lock(tx, id, body.version, move);
    if (byOther && isOwn(tx, set, row)) throw frame.notBy?.refusal();
    if (body.reason) tx.trail.reason = body.reason;
    const own = await hooks[move]?.(tx, row, body);
    const kept = options.reasonIn ? { [options.reasonIn]: body.reason ?? (body.note || null) } : {};
    const moved = { ["state" in row ? "state" : "status"]: machine.next(stateOf<S>(row), move) };
    const changes: unknown = { ...kept, ...own, ...moved };
    const changed = await changeRecord(tx, table, row, changes as Partial<Omit<Row, keyof RecordRow>>);
    const after = afterwards[move];
    if (!after) return present(tx, changed);
    await after(tx, changed);
    return present(tx, await lockRecord(tx, table, id, null));
  }

  const endpoints = Object.entries<ActEndpoint>(set.endpoints);
  const routes = endpoints.map(([name, endpoint]) =>
    // `actsOf` has refused names that are no moves
    writes(endpoint, (tx, { params, body }) => act(tx, name as M, params.id, body)),
  );
  return { routes, lock };
}
