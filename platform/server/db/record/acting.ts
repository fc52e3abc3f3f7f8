import {
  type ActEndpoint,
  type ActSet,
  type Acts,
  type BodyOf,
  type Standing,
  stateFieldOf,
  stateOf,
} from "@ops/platform/contract";
import type { z } from "zod";
import { type Route, writes } from "../../http/route.ts";
import { isSelf, requirePerson } from "../../start/self.ts";
import type { Tx } from "../tx.ts";
import { type Present, presentOne } from "./present.ts";
import { changeRecord, lockRecord, requireRecord } from "./record.ts";
import type { RecordRow, Table } from "./table.ts";

type StateColumn<Row> = Row extends { state: unknown } ? "state" : "status";
type Changes<Row> = Partial<Omit<Row, keyof RecordRow | StateColumn<Row>>>;
/** What an act answers that has saved the record itself, by a function that others call as well. */
export class SavedRow<Row> {
  readonly row: Row;
  constructor(row: Row) {
    this.row = row;
  }
}

/** The special part of an act: checks, and the columns that it changes besides the state. */
type Hook<Row, A extends z.ZodType, D> = (
  tx: Tx,
  row: Row,
  body: BodyOf<ActEndpoint<A, D>>,
) => Outcome<Row> | Promise<Outcome<Row>>;
/** The body of an act on many records, which may lack their versions. */
type ManyBody<A extends z.ZodType, D> = Omit<BodyOf<ActEndpoint<A, D>>, "version"> & {
  readonly version: number | null;
};
type Outcome<Row> = Changes<Row> | SavedRow<Row>;
type WithBody<D> = { [N in keyof D]: D[N] extends { body: unknown } ? N : never }[keyof D];
/** An act with its own fields needs code that stores them. */
type Hooks<Row, A extends z.ZodType, D> = { [N in WithBody<D>]: Hook<Row, A, D[N]> } & {
  [N in Exclude<keyof D, WithBody<D>>]?: Hook<Row, A, D[N]>;
};

interface ActingOptions<Row, M extends string, A extends z.ZodType, D> {
  readonly present: Present<Row, z.input<A>>;
  /** Runs before anything is read: takes a lock that is not of one record. */
  readonly first?: (tx: Tx) => Promise<unknown>;
  /** Runs before the record is locked. It takes locks that always come first, and refuses what no state tells. */
  readonly before?: (tx: Tx, row: Row, move: M) => Promise<unknown>;
  /** The column for the reason or remark of the last act. Acts without one empty it. */
  readonly reasonIn?: keyof Changes<Row> & string;
  readonly on: Hooks<Row, A, D>;
  /** Runs when the record is saved, and may change it again; `before` is the record as it was. */
  readonly after?: { readonly [N in keyof D]?: After<Row, ManyBody<A, D[N]>> };
}
type After<Row, Body> = (tx: Tx, row: Row, before: Row, body: Body) => Promise<unknown>;

interface Acting<Row, M extends string, A extends z.ZodType, D> {
  readonly routes: readonly Route[];
  /** Does what the call of an act does, for calls on many records. */
  act<N extends keyof D & string>(tx: Tx, name: N, id: string, body: ManyBody<A, D[N]>): Promise<z.input<A>>;
  /**
   * Applies the same guards for a call that is no act: locks the record, checks the version, and requires a state that
   * allows the move.
   */
  lock(tx: Tx, id: string, version: number, move: M): Promise<Row>;
}

/** Tells whether the actor is the first of the two persons that the acts require. */
export function isOwn<B extends string>(
  tx: Tx,
  { frame }: { readonly frame: { readonly notBy?: { readonly columns: readonly B[] } } },
  row: Readonly<Record<B, string | null>>,
): boolean {
  return isSelf(tx, ...(frame.notBy?.columns ?? []).map((column) => row[column]));
}

// Inside, an act is known only by its name. `ActingOptions` types its input and output.
type AnyHook<Row> = (tx: Tx, row: Row, body: AnyBody) => Promise<Outcome<Row>> | Outcome<Row>;
interface AnyBody {
  readonly version: number | null;
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
  R extends z.ZodType,
  K extends string,
  Row extends RecordRow & Standing<S, K> & Record<B, string | null>,
>(set: ActSet<S, M, A, D, B, R, K>, table: Table<Row>, options: ActingOptions<Row, M, A, D>): Acting<Row, M, A, D> {
  const { machine, frame } = set;
  const present = presentOne(options.present);
  const hooks: ByName<AnyHook<Row>> = Object(options.on);
  const afterwards: ByName<After<Row, AnyBody>> = Object(options.after);

  async function lock(tx: Tx, id: string, version: number | null, move: M): Promise<Row> {
    await options.first?.(tx);
    if (options.before) await options.before(tx, await requireRecord(tx, table, id), move);
    const row = await lockRecord(tx, table, id, version, present);
    machine.next(stateOf<S, K>(row, frame.stateIn), move);
    return row;
  }

  async function act(tx: Tx, name: string, id: string, body: AnyBody): Promise<z.input<A>> {
    const { personOnly, byOther, move = name as M }: Partial<NonNullable<Acts<M>[string]>> = set.acts[name] ?? {};
    if (personOnly) requirePerson(tx);
    const row = await lock(tx, id, body.version, move);
    if (byOther && isOwn(tx, set, row)) throw frame.notBy?.refusal();
    if (body.reason) tx.trail.reason = body.reason;
    const own = (await hooks[name]?.(tx, row, body)) ?? {};
    const changed = own instanceof SavedRow ? own.row : await save(tx, row, { move, body, own });
    const after = afterwards[name];
    if (!after) return present(tx, changed);
    await after(tx, changed, row, body);
    return present(tx, await lockRecord(tx, table, id, null));
  }

  function save(tx: Tx, row: Row, done: { move: M; body: AnyBody; own: Changes<Row> }): Promise<Row> {
    const { move, body, own } = done;
    const kept = options.reasonIn ? { [options.reasonIn]: body.reason ?? (body.note || null) } : {};
    const moved = { [stateFieldOf(row, frame.stateIn)]: machine.next(stateOf<S, K>(row, frame.stateIn), move) };
    const changes: unknown = { ...kept, ...own, ...moved };
    return changeRecord(tx, table, row, changes as Partial<Omit<Row, keyof RecordRow>>);
  }

  const endpoints = Object.entries<ActEndpoint>(set.endpoints);
  const routes = endpoints.map(([name, endpoint]) => ({
    ...writes(endpoint, (tx, { params, body }) => act(tx, name, params.id, body)),
    changes: table.name,
  }));
  return { routes, lock, act: (tx, name, id, body) => act(tx, name, id, Object(body)) };
}
