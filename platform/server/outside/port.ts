import type { OutsideFailure } from "@ops/platform/contract";
import type { z } from "zod";
import type { Tx } from "../db/tx.ts";

/** Where the program of a port answers, and the secret shared with it; both come from the environment. */
export interface OutsidePlace {
  readonly url: string;
  readonly secret: string;
}

/** A call as the port sees it. */
export interface Outgoing<Request> {
  /** The business number that makes it one call, on our side and on theirs. */
  readonly key: string;
  readonly request: Request;
  /** When it was sent; for `query`, which may have to look for it around that time. */
  readonly sentAt: Date;
  /** Aborted when the time of the port is over. A port that ignores it is not awaited. */
  readonly signal: AbortSignal;
  /** Null where the environment names no place for the port. */
  readonly place: OutsidePlace | null;
}

interface Answered<Answer> {
  readonly is: "DONE";
  readonly answer: Answer;
}
/** With words that operators read. */
interface Told<Is extends string> {
  readonly is: Is;
  readonly reason: string;
}

/** What operators read of an answer that is not as agreed. */
export const UNREADABLE = "对方的应答无法识别";

/**
 * The outcome of sending. REFUSED is final. NOT_TAKEN means for certain that nothing has happened, so the same call is
 * sent again later. PENDING means that it was accepted, and `query` will tell more. NO_ANSWER means that what came back
 * tells nothing, and so does whatever it throws, especially after a time-out: from then on the port is only queried, and
 * nothing is sent again. Operators see NO_ANSWER as an error, and PENDING as the way things go.
 */
export type Sent<Answer> = Answered<Answer> | Told<"REFUSED" | "NOT_TAKEN" | "PENDING" | "NO_ANSWER">;

/**
 * What the other side knows about a call. ABSENT means that it certainly never arrived. UNSURE means that only a person
 * can find out.
 */
export type Queried<Answer> = Answered<Answer> | Told<"REFUSED" | "PENDING" | "NO_ANSWER" | "ABSENT" | "UNSURE">;

/** How a call ended that did not succeed. */
export interface FailedCall {
  readonly kind: OutsideFailure;
  readonly reason: string;
}

interface Ended<Request> {
  readonly key: string;
  readonly request: Request;
  readonly tries: number;
}

interface Failed<Request> extends Ended<Request | null> {
  readonly failure: FailedCall;
}

/** An outside system that a module calls (PF-R120). */
export interface OutwardPort<R extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> {
  readonly port: `${string}.${string}`;
  /** The Chinese title of the request, for operators. */
  readonly title: string;
  readonly request: R;
  readonly answer: A;
  /** Sends the request, outside of any transaction. */
  send(call: Outgoing<z.output<R>>): Promise<Sent<z.input<A>>>;
  /** Queries the outcome. This must change nothing on the other side. */
  query(call: Outgoing<z.output<R>>): Promise<Queried<z.input<A>>>;
  /** Seconds to wait after each try. A query waits at least the first of them after the call was sent. */
  readonly again: readonly [number, ...number[]];
  /** The last wait is repeated for so many hours. Without it, the tries end with the list. */
  readonly mostHours?: number;
  /** How long one try may take. */
  readonly seconds?: number;
  /** How many tries of this port a node has under way. */
  readonly parallel?: number;
  /**
   * A query shows the request once more, which the other side recognises by its key. It would send what never arrived, so
   * `sending` is asked before each query, too.
   */
  readonly queryShowsRequest?: true;
  /** Called right before each sending. If it answers false, the call is no longer wanted and fails as WITHDRAWN. */
  sending?(tx: Tx, call: { readonly key: string; readonly tries: number }): Promise<boolean>;
  /** Called after each try without an outcome, in the transaction that notes it. */
  tried?(tx: Tx, call: { readonly key: string; readonly tries: number; readonly error: string }): Promise<void>;
  /** Called once, in its own transaction, which also ends the call. */
  done(tx: Tx, call: Ended<z.output<R>> & { readonly answer: z.output<A> }): Promise<void>;
  /**
   * Called once like `done`, also when an operator marks a call as handled before it has ended. The request is null only
   * then, if nobody can read it any more. A call that certainly did not happen may be made again from here, under the same
   * key or another one.
   */
  failed(tx: Tx, call: Failed<z.output<R>>): Promise<void>;
}

/** Declares a port; the module lists it under `outward`, and asks with `tx.askOutside`. */
export function outward<R extends z.ZodType, A extends z.ZodType>(port: OutwardPort<R, A>): OutwardPort<R, A> {
  return port;
}
