import { z } from "zod";
import type { Frame } from "./calls.ts";
import type { Risk } from "./endpoint.ts";
import type { BusinessError } from "./errors.ts";
import { idParams, reason, version } from "./fields.ts";
import { boundedText } from "./text-width.ts";

type Code = `${string}:${string}:${string}`;

/** What an act asks for, who may do it, and what is said before and after it; `R` is the record as it is answered. */
interface Act<R> {
  readonly permission: Code;
  readonly audit: string;
  readonly risk?: Risk;
  /** Only a person may do it, because a second person has to approve it. */
  readonly personOnly?: true;
  /** It is not for those whom the columns of `notBy` name. */
  readonly byOther?: true;
  /** The question that is asked first. */
  readonly confirm?: (record: R) => string;
  /** What it brings about, said in its dialog. */
  readonly consequence?: (record: R) => string;
  /** A reason is asked for; it goes into the log. */
  readonly reason?: true;
  /** A remark may be given; this is its label. */
  readonly note?: string;
  /** What else it asks for; the page then brings the dialog and the server the code. */
  readonly body?: z.ZodRawShape;
  /** Label of the button, where the machine's own word does not fit. */
  readonly button?: string;
  /** Title of its dialog, where act, entity and number do not say it well. */
  readonly title?: (record: R) => string;
  /** The message when it is done. */
  readonly done?: string;
  readonly danger?: true;
  /** What else has to hold for it to be offered, besides what the machine says. */
  readonly when?: (record: R) => boolean;
}
export type Acts<M extends string = string, R = never> = Readonly<Partial<Record<M, Act<R>>>>;

/**
 * TypeScript does not refuse unknown keys in an inferred object. This names them: acts that are no moves, keys that no act
 * has, and two-person acts that do not say who the first person is.
 */
type Faults<D, M extends string, A extends z.ZodType, B extends string> = {
  [N in keyof D]:
    | Exclude<keyof D[N], keyof Act<never>>
    | Exclude<N, M>
    | (D[N] extends { byOther: true } ? TwoPersons<A, B> : never);
}[keyof D];

type TwoPersons<A extends z.ZodType, B extends string> = [B] extends [never]
  ? "byOther needs notBy"
  : z.output<A> extends { isOwn: boolean }
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

/** A record that a machine moves: `state` tells where it stands, or `status` where that is an older name on the wire. */
export type Moved<S extends string = string> = { readonly id: string; readonly version: number } & (
  | { readonly state: S }
  | { readonly status: S }
);

export function stateOf<S extends string>(record: { readonly state: S } | { readonly status: S }): S {
  return "state" in record ? record.state : record.status;
}

interface Machine<S extends string, M extends string> {
  readonly entity: string;
  readonly states: Readonly<Record<S, string>>;
  readonly moves: Readonly<Record<M, { readonly label: string }>>;
  can(state: S, move: M): boolean;
  next(state: S, move: M): S;
}

interface ActFrame<A extends z.ZodType, B extends string> extends Pick<Frame<A>, "path" | "page" | "answer"> {
  /** The field that people know a record by. */
  readonly number: keyof z.output<A> & string;
  /** Permissions without which those of the acts are of no use, where the list of the entity is not the one. */
  readonly requires?: readonly string[];
  /** Columns that name the first of two persons, and the refusal when the second is the same. */
  readonly notBy?: { readonly columns: readonly B[]; readonly refusal: () => BusinessError };
}

/** What can be done with a record: endpoints, guards, buttons and dialogs follow from it. */
export interface ActSet<S extends string, M extends string, A extends z.ZodType, D, B extends string = never> {
  readonly machine: Machine<S, M>;
  readonly frame: ActFrame<A, B>;
  readonly acts: D;
  readonly endpoints: { readonly [N in keyof D]: ActEndpoint<A, D[N]> };
}

/** A faulty declaration has no endpoints, only an object that names the fault. */
type Checked<S extends string, M extends string, A extends z.ZodType, D, B extends string> = [
  Faults<D, M, A, B>,
] extends [never]
  ? ActSet<S, M, A, D, B>
  : { readonly fault: Faults<D, M, A, B> };

/** Declares what can be done with a record: `export const { submit: submitContract } = contractActs.endpoints` names the calls. */
export function actsOf<
  S extends string,
  M extends string,
  A extends z.ZodType<Moved<S>>,
  const D extends Acts<M, z.output<A>>,
  const B extends string = never,
>(machine: Machine<S, M>, frame: ActFrame<A, B>, acts: D): Checked<S, M, A, D, B> {
  const made = Object.entries<Act<never> | undefined>(acts).flatMap(([name, act]) =>
    act ? [[name, endpointOf(name, frame, act)] as const] : [],
  );
  const set: unknown = { machine, frame, acts, endpoints: Object.fromEntries(made) };
  return set as Checked<S, M, A, D, B>;
}

function endpointOf(name: string, frame: ActFrame<z.ZodType, string>, act: Act<never>) {
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
