import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";

/** Lists the actor and the people behind it: a system acts for the people who configured it (AU-R53). */
export function selvesOf({ actor }: Pick<Tx, "actor">): readonly string[] {
  return [actor.userId, ...(actor.standsFor ?? [])];
}

/** Tells whether one of these people is the actor or behind it, because one person must not do what requires two. */
export function isSelf(tx: Tx, ...people: readonly (string | null)[]): boolean {
  const selves = selvesOf(tx);
  return people.some((id) => id !== null && selves.includes(id));
}

/** Requires a person, because a record that a second person approves must name the first one. */
export function requirePerson({ actor }: Tx): void {
  if (actor.standsFor) throw commonErrors.personOnly();
}
