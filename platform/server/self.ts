import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "./db/tx.ts";

/** The actor and whoever stands behind it: a system acts for the people who shaped it (AU-R53). */
export function selvesOf({ actor }: Pick<Tx, "actor">): readonly string[] {
  return [actor.userId, ...(actor.standsFor ?? [])];
}

/** Whether one of these people is the actor or stands behind it: what takes two persons is not done by one. */
export function isSelf(tx: Tx, ...people: readonly (string | null)[]): boolean {
  const selves = selvesOf(tx);
  return people.some((id) => id !== null && selves.includes(id));
}

/** What a second person approves is handed in by a person: the record then names whom it must not be. */
export function requirePerson({ actor }: Tx): void {
  if (actor.standsFor) throw commonErrors.personOnly();
}
