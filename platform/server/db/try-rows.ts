import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { isConflict } from "./row-refusal.ts";
import type { Tx } from "./tx.ts";

const MOST_TRIES = 3;
const PAUSE_MS = 50;

/**
 * Repeats a transaction that conflicts with locks of others. The last try fails if it still cannot lock its records.
 */
export async function retryOnConflict<T>(act: (isLastTry: boolean) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    const isLastTry = tries === MOST_TRIES;
    try {
      return await act(isLastTry);
    } catch (error) {
      if (isLastTry || !isConflict(error)) throw error;
      await sleep(PAUSE_MS * tries * (1 + Math.random()));
    }
  }
}

/** What an attempt inside a transaction came to: its answer, or why nothing of it is left. */
export type Attempt<T> = { readonly done: T } | { readonly error: unknown };

/** Tries something that may be refused alone: then the transaction and its trail are as they were before it. */
export async function tryInside<T>(tx: Tx, act: () => Promise<T>): Promise<Attempt<T>> {
  const noted = tx.trail.diffs.length;
  await sql`savepoint attempt`.execute(tx.kysely);
  try {
    const done = await act();
    await sql`release savepoint attempt`.execute(tx.kysely);
    return { done };
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(tx.kysely);
    // one that stayed would be in the way of an attempt around this one, whose savepoint has the same name
    await sql`release savepoint attempt`.execute(tx.kysely);
    tx.trail.diffs.length = noted;
    return { error };
  }
}
