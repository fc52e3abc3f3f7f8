import { type AnswerOf, type idParams, labelOf, type ReadEndpoint } from "@ops/platform/contract";
import { z } from "zod";

/** A GET of what belongs to one record, such as its papers: lists of rows, each under its name. */
export type PartsEndpoint = ReadEndpoint & { readonly params: typeof idParams; readonly answer: z.ZodObject };

type ListNames<A> = { [K in keyof A]: A[K] extends object[] ? K : never }[keyof A];
export type PartName<E> = ListNames<AnswerOf<E>> & string;
export type PartRow<E, K> = K extends keyof AnswerOf<E>
  ? AnswerOf<E>[K] extends (infer Row extends object)[]
    ? Row
    : never
  : never;

/** What the contract says of a part: what it is called, and the fields of its rows. */
export function partOf({ answer: { shape } }: PartsEndpoint, name: string) {
  const rows: unknown = shape[name];
  if (!(rows instanceof z.ZodArray && rows.element instanceof z.ZodObject))
    throw new Error(`${name} is no list of rows`);
  return { title: labelOf(shape, name), row: rows.element.shape };
}
