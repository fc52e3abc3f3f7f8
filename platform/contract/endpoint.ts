import type { z } from "zod";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** Who may call: anybody, anybody signed in, or holders of the code `module:entity:action`. */
export type Access = "public" | "session" | `${string}:${string}:${string}`;

/** How much harm a permission can do in wrong hands; roles are weighed by it (AU-R32). */
export type Risk = "LOW" | "MED" | "HIGH" | "CRITICAL";

interface Shape {
  readonly method: Method;
  /** `/clue/v1/clues/{id}/assign` */
  readonly path: `/${string}`;
  readonly permission: Access;
  /** Open to every session, it looks itself for one of these codes, each with its name. */
  readonly asks?: ReadonlyMap<Access, string>;
  /** Of its permission; without it reading is LOW, deleting and downloading HIGH, any other change MED. */
  readonly risk?: Risk;
  /** Permissions without which its own is of no use; without it, the list of the same entity. */
  readonly requires?: readonly string[];
  /** Path of the page where its entity is worked on, if the name of the page does not tell. */
  readonly page?: `/${string}`;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Answers also while the initial password is unchanged (PF-R37). */
  readonly whileRestricted?: true;
  /**
   * While somebody looks through another person's eyes, everything that reads is answered for that person and all else is
   * refused (AU-R26). "own": answered for the viewer himself, whatever it does; "never": refused although it only reads.
   */
  readonly viewing?: "own" | "never";
  /** The answer changes rarely: it carries an ETag and is sent again only when it differs. */
  readonly revalidates?: true;
  /** The body or the answer holds credentials: never logged, never kept for idempotent repeats. */
  readonly secret?: true;
}

interface ReadShape extends Shape {
  readonly method: "GET";
  /** What it answers, in Chinese; shown in the interface catalogue. */
  readonly title: string;
  readonly audit?: never;
  /** The table of the one record that it answers; its page opens the log of that record (PF-R99). */
  readonly record?: string;
}

interface WriteShape extends Shape {
  readonly title?: string;
  /** What it does, in Chinese; the action of its audit row. A write without one does not compile. */
  readonly audit: string;
  /** Comes as a form (multipart) with one file beside the fields of its body. */
  readonly uploads?: true;
}

type Reply =
  | { readonly answer: z.ZodType; readonly downloads?: never; readonly streams?: never }
  | { readonly answer?: never; readonly downloads: true; readonly streams?: never }
  | { readonly answer?: never; readonly downloads?: never; readonly streams: z.ZodType };

export type ReadEndpoint = ReadShape & Reply;
export type WriteEndpoint = WriteShape & Reply;
export type Endpoint = ReadEndpoint | WriteEndpoint;

/** Declares one call of the API. Server routes, OpenAPI, the web client and the tests all derive from it. */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return declared;
}

export function titleOf(endpoint: Endpoint): string {
  return endpoint.title ?? endpoint.audit ?? endpoint.path;
}

type In<T> = T extends z.ZodType ? z.input<T> : undefined;
type Out<T> = T extends z.ZodType ? z.output<T> : undefined;
type PartOf<E, K extends "params" | "query" | "body"> = E extends { readonly [P in K]: infer V } ? V : undefined;
type Optional<K extends string, V> = [V] extends [undefined]
  ? { [P in K]?: undefined }
  : Record<never, never> extends V
    ? { [P in K]?: V }
    : { [P in K]: V };

/** What a caller passes. */
export type CallInput<E extends Endpoint> = Optional<"params", In<PartOf<E, "params">>> &
  Optional<"query", In<PartOf<E, "query">>> &
  Optional<"body", In<PartOf<E, "body">>>;

/** What a handler receives, validated. */
export interface HandlerInput<E extends Endpoint> {
  params: Out<PartOf<E, "params">>;
  query: Out<PartOf<E, "query">>;
  body: Out<PartOf<E, "body">>;
}
export type QueryOf<E extends Endpoint> = Out<PartOf<E, "query">>;
export type BodyOf<E extends Endpoint> = Out<PartOf<E, "body">>;
/** What the form of an endpoint holds before validation. */
export type BodyInputOf<E extends Endpoint> = In<PartOf<E, "body">>;

/** What the handler hands over; the answer schema turns it into the wire form and drops what it does not name. */
export type AnswerFrom<E> = E extends { readonly answer: infer A extends z.ZodType } ? z.input<A> : never;
/** What arrives at the caller. */
export type AnswerOf<E> = E extends { readonly answer: infer A extends z.ZodType } ? z.output<A> : never;
