import type { AnswerOf, Page, ReadEndpoint } from "@ops/platform/contract";
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

export type RowOf<E> = AnswerOf<E> extends { list: (infer Row extends Identified)[] } ? Row : never;

type QueryInput<E> = E extends { readonly query: infer Q extends z.ZodType } ? z.input<Q> : never;
type PagingName = "pageNo" | "pageSize" | "sortBy" | "sortOrder";

/** What a list can be filtered by, as its query names it. */
export type FilterName<E> = Exclude<keyof QueryInput<E> & string, PagingName>;

/** What a list can be sorted by: the values of its `sortBy`. */
export type SortName<E> = QueryInput<E> extends { sortBy?: infer S } ? Extract<S, string> : never;

/** The same at run time, read from the contract. */
export function sortNames(endpoint: ListEndpoint): readonly string[] {
  const sortBy: unknown = endpoint.query.shape.sortBy;
  return optionsOf(sortBy);
}

function optionsOf(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  if ("options" in schema && Array.isArray(schema.options)) return schema.options;
  if ("unwrap" in schema && typeof schema.unwrap === "function") return optionsOf(schema.unwrap());
  return [];
}
