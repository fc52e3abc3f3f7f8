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
  /** Codes with their names, for a call that is open to every session and checks for one of them itself. */
  readonly asks?: ReadonlyMap<Access, string>;
  /** Of its permission; without it reading is LOW, deleting and downloading HIGH, any other change MED. */
  readonly risk?: Risk;
  /** Permissions without which its own is of no use. The default is the list of the same entity. */
  readonly requires?: readonly string[];
  /** Path of the page where its entity is worked on, if the name of the page does not tell. */
  readonly page?: `/${string}`;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  /** Answers also while the initial password is unchanged (PF-R37). */
  readonly whileRestricted?: true;
  /**
   * While a person views the product as somebody else, reads are answered for the viewed person and everything else is
   * refused (AU-R26). With "own" the call is answered for the viewer, whatever it does; with "never" it is refused
   * although it only reads.
   */
  readonly viewing?: "own" | "never";
  /** The answer changes rarely: it carries an ETag and is sent again only when it differs. */
  readonly revalidates?: true;
  /**
   * Whether the body or the answer contains credentials, which are neither logged nor stored for idempotent
   * repetitions.
   */
  readonly secret?: true;
}

interface ReadShape extends Shape {
  readonly method: "GET";
  /** The Chinese title of its answer, which the interface catalogue shows. */
  readonly title: string;
  readonly audit?: never;
  readonly changes?: never;
  /** The table of the one record that it answers; its page opens the log of that record (PF-R99). */
  readonly record?: string;
}

interface WriteShape extends Shape {
  readonly title?: string;
  /** The Chinese name of its action, for the audit log. A write without one does not compile. */
  readonly audit: string;
  /**
   * The table of the record that `{id}` names. The record may keep its present references, even if they could no longer
   * be chosen (decision 0039).
   */
  readonly changes?: string;
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

/** The input that a caller passes. */
export type CallInput<E extends Endpoint> = Optional<"params", In<PartOf<E, "params">>> &
  Optional<"query", In<PartOf<E, "query">>> &
  Optional<"body", In<PartOf<E, "body">>>;

/** The validated input that a handler receives. */
export interface HandlerInput<E extends Endpoint> {
  params: Out<PartOf<E, "params">>;
  query: Out<PartOf<E, "query">>;
  body: Out<PartOf<E, "body">>;
}
export type QueryOf<E extends Endpoint> = Out<PartOf<E, "query">>;
export type BodyOf<E extends Endpoint> = Out<PartOf<E, "body">>;
/** The values of an endpoint's form before validation. */
export type BodyInputOf<E extends Endpoint> = In<PartOf<E, "body">>;

/** The result of a handler. The answer schema turns it into the wire form and drops undeclared properties. */
export type AnswerFrom<E> = E extends { readonly answer: infer A extends z.ZodType } ? z.input<A> : never;
/** What arrives at the caller. */
export type AnswerOf<E> = E extends { readonly answer: infer A extends z.ZodType } ? z.output<A> : never;
