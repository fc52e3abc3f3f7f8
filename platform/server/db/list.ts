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
import { exportsList, type SheetSource } from "../excel/source.ts";
import { type Route, reads } from "../http/route.ts";
import { type Condition, daysWithin, is, oneOf, within } from "./condition.ts";
import { listPage } from "./list-page.ts";
import type { Present } from "./present.ts";
import type { RecordRow, Table } from "./table.ts";
import type { Tx } from "./tx.ts";
import { wholeList } from "./whole-list.ts";

type ListEndpoint = ReadEndpoint & { readonly query: z.ZodObject; readonly answer: z.ZodType<Page<object>> };
type RowFrom<E> = E extends { readonly answer: infer A extends z.ZodType }
  ? z.input<A> extends { list: (infer R)[] }
    ? R
    : never
  : never;
type Paging = keyof typeof listQuery.shape | "sortBy" | "sortOrder";
type Filters<E extends ListEndpoint> = Omit<QueryOf<E>, Paging>;

/** Filters whose name is a column and whose value is one of it, or days around it. */
type Plain<Q, Row> = {
  [K in keyof Q]: K extends keyof Row
    ? NonNullable<Q[K]> extends NonNullable<Row[K]> | InstantRange
      ? K
      : never
    : never;
}[keyof Q];
type Found<Row> = Condition<keyof Row & string> | RawBuilder<boolean> | null;
type Asked<V, Row> = (value: NonNullable<V>, tx: Tx) => Found<Row> | Promise<Found<Row>>;
type Where<Q, Row> = { readonly [K in Exclude<keyof Q, Plain<Q, Row>>]-?: Asked<Q[K], Row> } & {
  readonly [K in Plain<Q, Row>]?: Asked<Q[K], Row>;
};
/** Where the rows of a list are, under these filters. */
type Conditions<Q, Row> = (tx: Tx, query: Partial<Q>) => Promise<Found<Row>[]>;
type NeedsWhere<Q, Row> =
  Record<never, never> extends Where<Q, Row>
    ? { readonly where?: Where<Q, Row> | Conditions<Q, Row> }
    : { readonly where: Where<Q, Row> | Conditions<Q, Row> };

type OrderOf<Row> = readonly [keyof Row & string, "asc" | "desc"];
type ListOptionsOf<E extends ListEndpoint, Row> = NeedsWhere<Filters<E>, Row> & {
  /** What the reader may see of the table, where its scope alone does not tell. */
  readonly seen?: (tx: Tx) => Promise<RawBuilder<boolean> | null>;
  /** The order where none is asked for; it may depend on what is filtered by. */
  readonly orderBy: OrderOf<Row> | ((query: QueryOf<E>) => OrderOf<Row>);
  readonly present: Present<Row, RowFrom<E>>;
  /** The same rows as Excel. */
  readonly sheet?: Sheet<E>;
  readonly nameOf?: SheetSource["nameOf"];
};

/** The filters of a list by themselves, for a call that counts the same rows; the list takes them as its `where`. */
export function filtersOf<E extends ListEndpoint, Row extends RecordRow>(
  _endpoint: E,
  table: Table<Row>,
  where: Where<Filters<E>, Row>,
): Conditions<Filters<E>, Row> {
  return conditionsOf(table, where);
}

/** A list of a table and its export. Filters that are columns need no line; the others do not compile without one. */
export function list<E extends ListEndpoint, Row extends RecordRow>(
  endpoint: E,
  table: Table<Row>,
  options: ListOptionsOf<E, Row>,
): Route {
  const { seen, sheet, nameOf } = options;
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
    const page = await listPage(tx, table, query as unknown as ListQuery, {
      where: await where(tx, query),
      orderBy: orderBy(query),
    });
    return { ...page, list: (await present(tx, page.list)) as object[] };
  });
  if (!sheet) return route;
  const rows = async (tx: Tx, query: QueryOf<E>) =>
    wholeList(tx, table, Object(query), {
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
        return [own ? own(value, tx) : onColumn(table, name as keyof Row & string, value)];
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

function isRange(value: unknown): value is InstantRange {
  return typeof value === "object" && value !== null && "from" in value && "until" in value;
}
