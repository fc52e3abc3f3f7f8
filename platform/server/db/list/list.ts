import {
  daysOf,
  type InstantRange,
  type ListQuery,
  listQuery,
  type Page,
  type QueryOf,
  type ReadEndpoint,
  type Sheet,
} from "@ops/platform/contract";
import type { RawBuilder } from "kysely";
import type { z } from "zod";
import { exportsList, type SheetSource } from "../../excel/source.ts";
import { type Route, reads } from "../../http/route.ts";
import { findByWhole } from "../../unmask/whole-value.ts";
import type { Present } from "../record/present.ts";
import type { RecordRow, Table } from "../record/table.ts";
import type { Tx } from "../tx.ts";
import { type Condition, daysWithin, is, oneOf, within } from "./condition.ts";
import { listPage } from "./list-page.ts";
import { wholeList } from "./whole-list.ts";

type ListEndpoint = ReadEndpoint & { readonly query: z.ZodObject; readonly answer: z.ZodType<Page<object>> };
type RowFrom<E> = E extends { readonly answer: infer A extends z.ZodType }
  ? z.input<A> extends { list: (infer R)[] }
    ? R
    : never
  : never;
type Paging = keyof typeof listQuery.shape | "sortBy" | "sortOrder";
type Filters<E extends ListEndpoint> = Omit<QueryOf<E>, Paging>;

/** Filters named like a column, with a value of it, days around it, or the whole value of a sealed field (`F`). */
type Plain<Q, Row, F> = {
  [K in keyof Q]: K extends F
    ? K
    : K extends keyof Row
      ? NonNullable<Q[K]> extends NonNullable<Row[K]> | InstantRange
        ? K
        : never
      : never;
}[keyof Q];
type Found<Row> = Condition<keyof Row & string> | RawBuilder<boolean> | null;
type Asked<V, Row> = (value: NonNullable<V>, tx: Tx) => Found<Row> | Promise<Found<Row>>;
type Where<Q, Row, F> = { readonly [K in Exclude<keyof Q, Plain<Q, Row, F>>]-?: Asked<Q[K], Row> } & {
  readonly [K in Plain<Q, Row, F>]?: Asked<Q[K], Row>;
};
/** Where the rows of a list are, under these filters. */
type Conditions<Q, Row> = (tx: Tx, query: Partial<Q>) => Promise<Found<Row>[]>;
type NeedsWhere<Q, Row, F> =
  Record<never, never> extends Where<Q, Row, F>
    ? { readonly where?: Where<Q, Row, F> | Conditions<Q, Row> }
    : { readonly where: Where<Q, Row, F> | Conditions<Q, Row> };

type OrderOf<Row> = readonly [keyof Row & string, "asc" | "desc"];
type ListOptionsOf<E extends ListEndpoint, Row extends RecordRow, F> = NeedsWhere<Filters<E>, Row, F> & {
  /** Finds the table in the form that is fast for this reader, if one form is not fast for all. */
  readonly tableFor?: (tx: Tx) => Promise<Table<Row>>;
  /** A further condition on what the reader may see, beyond the scope. */
  readonly seen?: (tx: Tx) => Promise<RawBuilder<boolean> | null>;
  /** The default order, which may depend on the filters. */
  readonly orderBy: OrderOf<Row> | ((query: QueryOf<E>) => OrderOf<Row>);
  readonly present: Present<Row, RowFrom<E>>;
  /** The export of the same rows. */
  readonly sheet?: Sheet<E>;
  readonly nameOf?: SheetSource["nameOf"];
};

/** Makes the filters of a list, for a call that counts the same rows. The list uses them as its `where`. */
export function filtersOf<E extends ListEndpoint, Row extends RecordRow, F extends string = never>(
  _endpoint: E,
  table: Table<Row, F>,
  where: Where<Filters<E>, Row, F>,
): Conditions<Filters<E>, Row> {
  return conditionsOf(table, where);
}

/** A list of a table and its export. Filters that are columns need no line; the others do not compile without one. */
export function list<E extends ListEndpoint, Row extends RecordRow, F extends string = never>(
  endpoint: E,
  table: Table<Row, F>,
  options: ListOptionsOf<E, Row, F>,
): Route {
  const { seen, sheet, nameOf, tableFor = async () => table } = options;
  const orderBy = (query: object) =>
    typeof options.orderBy === "function" ? options.orderBy(Object(query)) : options.orderBy;
  const present: Present<Row, unknown> = options.present;
  const given: unknown = options.where;
  const filters = typeof given === "function" ? (given as Conditions<object, Row>) : conditionsOf(table, given);
  const where = async (tx: Tx, query: object): Promise<Found<Row>[]> => {
    const found = await filters(tx, query);
    return seen ? [await seen(tx), ...found] : found;
  };
  const route = reads<ListEndpoint>(endpoint, async (tx, { query }) => {
    const page = await listPage(tx, await tableFor(tx), query as unknown as ListQuery, {
      where: await where(tx, query),
      orderBy: orderBy(query),
    });
    return { ...page, list: (await present(tx, page.list)) as object[] };
  });
  if (!sheet) return route;
  const rows = async (tx: Tx, query: QueryOf<E>) =>
    wholeList(tx, await tableFor(tx), Object(query), {
      where: await where(tx, Object(query)),
      orderBy: orderBy(query),
      show: async (all, chunk) => (await present(all, chunk)) as object[],
    });
  return { ...route, exports: exportsList(sheet, rows, nameOf) };
}

function conditionsOf<Row extends RecordRow>(table: Table<Row>, where: unknown): Conditions<object, Row> {
  const asked: Readonly<Record<string, Asked<unknown, Row> | undefined>> = Object(where);
  return (tx, query) =>
    Promise.all(
      Object.entries(query).flatMap(([name, value]) => {
        if (value === undefined || value === null || paging.has(name)) return [];
        const own = asked[name];
        if (own) return [own(value, tx)];
        return [
          isSealedIn(table, name)
            ? hasWhole(tx, table, name, value)
            : onColumn(table, name as keyof Row & string, value),
        ];
      }),
    );
}

const paging: ReadonlySet<string> = new Set([...Object.keys(listQuery.shape), "sortBy", "sortOrder"]);

function onColumn<Row extends RecordRow, C extends keyof Row & string>(
  { days }: Table<Row>,
  column: C,
  value: unknown,
): Condition<C> | null {
  if (Array.isArray(value)) return oneOf(column, value.map(String));
  if (isRange(value)) return days?.includes(column) ? daysWithin(column, daysOf(value)) : within(column, value);
  return is(column, value as string | number | boolean);
}

const isSealedIn = ({ sealed = {} }: { readonly sealed?: object }, name: string) => Object.hasOwn(sealed, name);

/** Finds records by the whole of a masked value, which is counted and logged (PF-R104). */
async function hasWhole<Row extends RecordRow>(tx: Tx, table: Table<Row>, field: string, value: unknown) {
  return oneOf<keyof Row & string>("id", await findByWhole(tx, table, field, String(value)));
}

function isRange(value: unknown): value is InstantRange {
  return typeof value === "object" && value !== null && "from" in value && "until" in value;
}
