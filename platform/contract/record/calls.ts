import { z } from "zod";
import type { Risk } from "../endpoint.ts";
import { pageOf } from "../paging.ts";
import { done, idParams, version, versionQuery } from "../value/fields.ts";
import type { Shape } from "./shape.ts";

type Code = `${string}:${string}:${string}`;
type WithVersion<B extends z.ZodRawShape> = z.ZodObject<{ [K in keyof B]: B[K] } & { version: typeof version }>;

/** The common parts of the calls of one kind of record. */
export interface Frame<A extends z.ZodType = z.ZodType> {
  /** `/partner/v1/contracts` */
  readonly path: `/${string}`;
  readonly page?: `/${string}`;
  readonly answer: A;
  /** The permission that shows a record and the one that changes it. */
  readonly view: Code;
  readonly edit: Code;
  /** Those that make one and take one away, where they differ from the one that changes it. */
  readonly create?: Code;
  readonly remove?: Code;
}

type Codes = Omit<Frame, "path" | "page" | "answer">;

/**
 * Makes the frames of the records that share a page: `const frames = framesOf("/order/v1", ORDER_PAGE)`, and then
 * `frames("cancels", Cancel, { view: "order:order:view", edit: "order:cancel:apply" })`.
 */
export function framesOf<const R extends `/${string}`, const P extends `/${string}`>(root: R, page: P) {
  return <const N extends string, A extends z.ZodType, const C extends Codes>(name: N, answer: A, codes: C) => ({
    path: `${root}/${name}` as const,
    page,
    answer,
    ...codes,
  });
}

interface Dangers {
  readonly risk?: Risk;
}

/** The permission of a call, if it is not that of changing records. */
interface Guards extends Dangers {
  readonly permission?: Code;
  readonly requires?: readonly string[];
}

/** The input and answer of a read. */
interface Parts extends Guards {
  readonly query?: z.ZodObject;
  readonly answer: z.ZodType;
}

/** The calls that most records have; each is an ordinary endpoint with its own name. */
export function callsOf<N extends string, A extends z.ZodType>({ entity, table }: Shape<N>, frame: Frame<A>) {
  const { path, answer, view, edit } = frame;
  const page: { readonly page?: `/${string}` } = frame.page ? { page: frame.page } : {};
  const reading = { method: "GET" as const, permission: view, ...page };
  const one = `${path}/{id}` as const;
  return {
    list: <Q extends z.ZodObject>(query: Q, title = `${entity}列表`) => ({
      ...reading,
      path,
      title,
      query,
      answer: pageOf(answer),
    }),
    /** The whole list at once, where there are never many. */
    all: (title = `${entity}列表`) => ({ ...reading, path, title, answer: z.array(answer) }),
    get: (title = `${entity}详情`) => ({ ...reading, path: one, title, record: table, params: idParams, answer }),
    create: <B extends z.ZodRawShape>(body: B, audit = `新增${entity}`, dangers: Dangers = {}) => ({
      method: "POST" as const,
      path,
      permission: frame.create ?? edit,
      ...dangers,
      ...page,
      audit,
      body: z.object(body),
      answer,
    }),
    edit: <B extends z.ZodRawShape>(body: B, audit = `编辑${entity}`, dangers: Dangers = {}) => ({
      method: "PUT" as const,
      path: one,
      permission: edit,
      ...dangers,
      ...page,
      audit,
      changes: table,
      params: idParams,
      body: z.object({ ...body, version }) as unknown as WithVersion<B>,
      answer,
    }),
    remove: (audit = `删除${entity}`) => ({
      method: "DELETE" as const,
      path: one,
      permission: frame.remove ?? edit,
      ...page,
      audit,
      params: idParams,
      query: versionQuery,
      answer: done,
    }),
    /** Reads something that belongs to one record, such as its members or its figures. */
    part: <P extends Parts>(name: string, title: string, parts: P) => ({
      ...reading,
      path: `${one}/${name}` as const,
      title,
      params: idParams,
      ...parts,
    }),
    /** Reads something beside the records, such as a comparison or the choices of a form. */
    beside: <P extends Parts>(name: string, title: string, parts: P) => ({
      ...reading,
      path: `${path}/${name}` as const,
      title,
      ...parts,
    }),
    /** A call on one record that is no move of its machine. */
    on: <B extends z.ZodRawShape>(name: string, audit: string, body: B, guards: Guards = {}) => ({
      method: "POST" as const,
      path: `${one}/${name}` as const,
      permission: edit,
      ...guards,
      ...page,
      audit,
      changes: table,
      params: idParams,
      body: z.object({ ...body, version }) as unknown as WithVersion<B>,
      answer,
    }),
  };
}
