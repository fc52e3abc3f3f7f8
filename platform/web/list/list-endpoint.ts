import { type AnswerOf, type Page, pagingNames, type ReadEndpoint, readableKeys } from "@ops/platform/contract";
import type { z } from "zod";

/** Every row of a list has an id: selection and row keys rest on it. */
export interface Identified {
  readonly id: string;
}

/** A GET that answers pages: what `ListPage` can show. */
export type ListEndpoint = ReadEndpoint & {
  readonly query: z.ZodObject;
  readonly answer: z.ZodType<Page<Identified>>;
};

/** A GET that answers rows, page by page or all of them. */
export type RowsEndpoint = ReadEndpoint & {
  readonly query?: z.ZodObject;
  readonly answer: z.ZodType<{ readonly list: Identified[] } | Identified[]>;
};

export type RowOf<E> =
  AnswerOf<E> extends { list: (infer Row extends Identified)[] } | (infer Row extends Identified)[] ? Row : never;

type QueryInput<E> = E extends { readonly query: infer Q extends z.ZodType } ? z.input<Q> : never;
type PagingName = "pageNo" | "pageSize" | "sortBy" | "sortOrder";

/** The filters of a list, as its query names them. */
export type FilterName<E> = Exclude<keyof QueryInput<E> & string, PagingName>;

/** Lists the filters with a label at run time. The keyword comes first. */
export function filterNames<E extends ListEndpoint>({ query }: E): readonly FilterName<E>[] {
  const named = readableKeys(query.shape).filter((name) => !pagingNames.has(name));
  const names: unknown = named.toSorted((one, other) => Number(other === "keyword") - Number(one === "keyword"));
  return names as FilterName<E>[]; // they are the keys of the query
}

/** The sort columns of a list: the values of its `sortBy`. */
export type SortName<E> = QueryInput<E> extends { sortBy?: infer S } ? Extract<S, string> : never;

/** Lists them at run time from the contract. */
export function sortNames({ query }: RowsEndpoint): readonly string[] {
  const sortBy: unknown = query?.shape.sortBy;
  return optionsOf(sortBy);
}

function optionsOf(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  if ("options" in schema && Array.isArray(schema.options)) return schema.options;
  if ("unwrap" in schema && typeof schema.unwrap === "function") return optionsOf(schema.unwrap());
  return [];
}
