import type { z } from "zod";
import type { Tx } from "../db/tx.ts";

/** Something that a module does at a time which it names, once per key. */
export interface TimerType<P extends z.ZodObject = z.ZodObject> {
  readonly kind: `${string}.${string}`;
  /** The Chinese title for operators. */
  readonly title: string;
  readonly payload: P;
  /** Runs in the transaction that removes the timer, so it happens once or, where it throws, not at all. */
  handle(tx: Tx, payload: z.output<P>): Promise<void>;
}

/** Declares a kind of timer; the module lists it under `timers` (PF-R110). */
export function timer<P extends z.ZodObject>(declared: TimerType<P>): TimerType<P> {
  return declared;
}
