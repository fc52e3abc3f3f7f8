import { z } from "zod";
import type { Risk } from "../endpoint.ts";
import type { BusinessError } from "../errors.ts";
import { idParams, reason, version } from "../value/fields.ts";
import { boundedText } from "../value/text-width.ts";
import type { Frame } from "./calls.ts";

type Code = `${string}:${string}:${string}`;

/** An act: its input, its permission and the texts before and after it. `R` is the record as pages know it. */
interface Act<R, M extends string = string> {
  /** The move that it makes, if the act has another name. Several acts may make the same move. */
  readonly move?: M;
  readonly permission: Code;
  readonly audit: string;
  readonly risk?: Risk;
  /** Only a person may do it, because a second person has to approve it. */
  readonly personOnly?: true;
  /** Whether the act is not for the people in the columns of `notBy`. */
  readonly byOther?: true;
  /** The question before the act. */
  readonly confirm?: (record: R) => string;
  /** The consequence of the act, which its dialog shows. */
  readonly consequence?: (record: R) => string;
  /** Whether a reason is required, which is logged. */
  readonly reason?: true;
  /** A remark may be given; this is its label. */
  readonly note?: string;
  /** Further input. The page then provides the dialog, and the server the code for it. */
  readonly body?: z.ZodRawShape;
  /** The label of the button, if the word of the state machine does not fit. */
  readonly button?: string;
  /** The title of the dialog before the number, if act and entity do not make a good one, or the whole title. */
  readonly title?: string | ((record: R) => string);
  /** Label of the button in its dialog, where the one of the act does not fit. */
  readonly okText?: string;
  /** The message when it is done. */
  readonly done?: string;
  readonly danger?: true;
  /** Whether this is the usual next step. Its button is emphasised where a record is shown alone. */
  readonly primary?: true;
  /** A further condition to offer the act, besides the state machine. `now` is the time of the server. */
  readonly when?: (record: R, now: Date) => boolean;
}
export type Acts<M extends string = string, R = never> = Readonly<Partial<Record<string, Act<R, M>>>>;

/**
 * Names unknown keys, because TypeScript does not refuse them in an inferred object: acts that are not moves, keys that
 * no act has, and two-person acts that do not name the first person.
 */
type Faults<D, M extends string, R extends z.ZodType, B extends string> = {
  [N in keyof D]:
    | Exclude<keyof D[N], keyof Act<never>>
    | (D[N] extends { move: M } ? never : Exclude<N, M>)
    | (D[N] extends { byOther: true } ? TwoPersons<R, B> : never);
}[keyof D];

type TwoPersons<R extends z.ZodType, B extends string> = [B] extends [never]
  ? "byOther needs notBy"
  : z.output<R> extends { isOwn: boolean }
    ? never
    : "byOther needs isOwn in the answer";

type Flat<T> = { [K in keyof T]: T[K] };
type Note = z.ZodOptional<ReturnType<typeof boundedText>>;
type BodyShape<D> = Flat<
  (D extends { reason: true } ? { reason: typeof reason } : unknown) &
    (D extends { note: string } ? { note: Note } : unknown) &
    (D extends { body: infer B } ? B : unknown) & { version: typeof version }
>;

export interface ActEndpoint<A extends z.ZodType = z.ZodType, D = unknown> {
  readonly method: "POST";
  readonly path: `/${string}`;
  readonly permission: Code;
  readonly audit: string;
  readonly risk?: Risk;
  readonly requires?: readonly string[];
  readonly page?: `/${string}`;
  readonly params: typeof idParams;
  readonly body: z.ZodObject<Extract<BodyShape<D>, z.ZodRawShape>>;
  readonly answer: A;
}

/** Where a record tells its state, unless its acts name another field: `status` is an older name on the wire. */
export type StateField = "state" | "status";

/** What tells the state of a record. */
export type Standing<S extends string, K extends string = StateField> = { [P in K]: { readonly [F in P]: S } }[K];

/** A record that a machine moves. */
export type Moved<S extends string = string, K extends string = StateField> = {
  readonly id: string;
  readonly version: number;
} & Standing<S, K>;

/** The field in which a record tells its state. */
export const stateFieldOf = (record: object, stateIn?: string): string =>
  stateIn ?? ("state" in record ? "state" : "status");

export function stateOf<S extends string, K extends string = StateField>(record: Standing<S, K>, stateIn?: K): S {
  return Object(record)[stateFieldOf(record, stateIn)];
}

interface Machine<S extends string, M extends string> {
  readonly entity: string;
  readonly states: Readonly<Record<S, string>>;
  readonly moves: Readonly<Record<M, { readonly label: string }>>;
  can(state: S, move: M): boolean;
  next(state: S, move: M): S;
}

interface ActFrame<A extends z.ZodType, B extends string, R extends z.ZodType, K extends string>
  extends Pick<Frame<A>, "path" | "page" | "answer"> {
  /** A record as lists show it, where that is less than an act answers. */
  readonly row?: R;
  /** The field by which people know a record, or a function that names it. */
  readonly number: (keyof z.output<R> & string) | ((record: z.output<R>) => string);
  /** The field that the machine moves, where a record has several states. */
  readonly stateIn?: K;
  /** Permissions without which those of the acts are of no use. The default is the list of the entity. */
  readonly requires?: readonly string[];
  /** Columns with the first of two persons, and the refusal if the second one is the same. */
  readonly notBy?: { readonly columns: readonly B[]; readonly refusal: () => BusinessError };
}

/** The acts on a record, from which endpoints, guards, buttons and dialogs follow. */
export interface ActSet<
  S extends string,
  M extends string,
  A extends z.ZodType,
  D,
  B extends string = never,
  R extends z.ZodType = A,
  K extends string = StateField,
> {
  readonly machine: Machine<S, M>;
  readonly frame: ActFrame<A, B, R, K>;
  readonly acts: D;
  readonly endpoints: { readonly [N in keyof D]: ActEndpoint<A, D[N]> };
}

/** A faulty declaration has no endpoints, only an object that names the fault. */
type Checked<
  S extends string,
  M extends string,
  A extends z.ZodType,
  D,
  B extends string,
  R extends z.ZodType,
  K extends string,
> = [Faults<D, M, R, B>] extends [never] ? ActSet<S, M, A, D, B, R, K> : { readonly fault: Faults<D, M, R, B> };

/**
 * Declares the acts on a record. `export const { submit: submitContract } = contractActs.endpoints` names the calls.
 */
export function actsOf<
  S extends string,
  M extends string,
  A extends z.ZodType<Moved<S, K>>,
  const D extends Acts<M, z.output<R>>,
  const B extends string = never,
  R extends z.ZodType<Moved<S, K>> = A,
  const K extends string = StateField,
>(machine: Machine<S, M>, frame: ActFrame<A, B, R, K>, acts: D): Checked<S, M, A, D, B, R, K> {
  const made = Object.entries<Act<never> | undefined>(acts).flatMap(([name, act]) =>
    act ? [[name, endpointOf(name, frame, act)] as const] : [],
  );
  const set: unknown = { machine, frame, acts, endpoints: Object.fromEntries(made) };
  return set as Checked<S, M, A, D, B, R, K>;
}

function endpointOf(
  name: string,
  frame: Omit<ActFrame<z.ZodType, string, z.ZodType, string>, "number">,
  act: Act<never>,
) {
  const { permission, audit, risk, note, body = {} } = act;
  return {
    method: "POST",
    path: `${frame.path}/{id}/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    permission,
    audit,
    ...(risk ? { risk } : {}),
    ...(frame.requires ? { requires: frame.requires } : {}),
    ...(frame.page ? { page: frame.page } : {}),
    params: idParams,
    body: z.object({
      ...(act.reason ? { reason } : {}),
      ...(note ? { note: boundedText(note, 200).optional() } : {}),
      ...body,
      version,
    }),
    answer: frame.answer,
  };
}
