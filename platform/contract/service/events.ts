import type { z } from "zod";

/** News that a module tells: stored with the transaction, delivered afterwards at least once, in order per `key`. */
export interface EventType<P extends z.ZodObject = z.ZodObject> {
  readonly name: `${string}.${string}`;
  readonly payload: P;
  /** Which record it speaks of; events of one record arrive in order. */
  readonly key: (payload: z.output<P>) => string;
}

export function event<P extends z.ZodObject>(
  name: EventType["name"],
  payload: P,
  key: (payload: z.output<P>) => string,
): EventType<P> {
  return { name, payload, key };
}
