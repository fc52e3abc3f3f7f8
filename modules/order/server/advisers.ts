import { lookupPositions, peopleAt } from "@ops/authority/server";
import type { AnswerFrom } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type listAdvisers, orderErrors } from "../contract/index.ts";

/** Everybody who works in a store and can sign in, once. */
async function advisersAt(tx: Tx, storeId: string) {
  const people = (await peopleAt(tx, [storeId])).filter(({ isUsable }) => isUsable);
  return [...new Map(people.map((person) => [person.id, person])).values()];
}

/** The same as people choose from them. */
export async function presentAdvisers(tx: Tx, storeId: string): Promise<AnswerFrom<typeof listAdvisers>> {
  const people = await advisersAt(tx, storeId);
  const positions = await lookupPositions(
    tx,
    people.map(({ positionCode }) => positionCode),
  );
  return people.map(({ id, name, positionCode }) => {
    return { id, name, positionName: positions.get(positionCode)?.name ?? "" };
  });
}

/** Refuses an adviser who is not somebody of the store that sells. */
export async function requireAdviser(tx: Tx, storeId: string, advisorId: string): Promise<void> {
  const people = await advisersAt(tx, storeId);
  if (!people.some(({ id }) => id === advisorId)) throw orderErrors.advisorStore(undefined, { field: "advisorId" });
}

/** Finds who sells: whoever is named, of the store; else whoever places the order, if it is somebody of the store. */
export async function advisorOf(tx: Tx, storeId: string, named: string | null): Promise<string | null> {
  if (named === null) return (await advisersAt(tx, storeId)).find(({ id }) => id === tx.actor.userId)?.id ?? null;
  await requireAdviser(tx, storeId, named);
  return named;
}
