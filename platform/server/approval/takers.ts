import { approvalErrors } from "@ops/platform/contract";
import type { Actor } from "../actor.ts";
import { answerEach } from "../answer-each.ts";
import { contains } from "../db/record/data-scope.ts";
import type { Tx } from "../db/tx.ts";
import { codesOf } from "./flow.ts";

const MOST_TAKERS = 20;
/** The rights of so many are compared with a few queries. */
const PIECE = 200;
/**
 * More than the managers of 3,000 stores. To compare them all takes about a second; with a name typed there are fewer.
 */
const MOST_TRIED = 5_000;

interface Person {
  readonly id: string;
  readonly name: string;
}

/** Lists people with this in their name to whom the actor may lend the approvals, by name. */
export async function findTakers(tx: Tx, keyword: string): Promise<Person[]> {
  const { staffing } = tx.approvals;
  const giver = await giverOf(tx);
  if (!giver) return [];
  const ids = (await staffing.holdersOfAll(tx, giver.codes)).filter((id) => id !== tx.actor.userId);
  const names = await staffing.personNames(tx, ids);
  const people = ids.map((id) => ({ id, name: names.get(id) ?? "" })).filter(({ name }) => name.includes(keyword));
  const sorted = people.toSorted((a, b) => a.name.localeCompare(b.name, "zh"));
  return findFirstAble(tx, giver, sorted.slice(0, MOST_TRIED));
}

/** Compares people until there are enough, because the only able ones may come late in the alphabet. */
async function findFirstAble(tx: Tx, giver: Giver, people: readonly Person[]): Promise<Person[]> {
  let found: Person[] = [];
  for (let at = 0; at < people.length && found.length < MOST_TAKERS; at += PIECE) {
    const piece = people.slice(at, at + PIECE);
    const ids = piece.map(({ id }) => id);
    const able = await ableAmong(tx, giver, ids);
    found = found.concat(piece.filter(({ id }) => able.has(id)));
  }
  return found.slice(0, MOST_TAKERS);
}

/** A delegation passes on the duty, not the right, so the other person must be able to decide already (PF-R115). */
export async function requireAble(tx: Tx, takerId: string): Promise<void> {
  const giver = await giverOf(tx);
  if (!giver) throw approvalErrors.delegateNone();
  if ((await ableAmong(tx, giver, [takerId])).has(takerId)) return;
  throw approvalErrors.delegateScope({ name: await tx.personName(takerId) });
}

interface Giver {
  readonly actor: Actor;
  /** The codes of all flows that this person has, of which there is at least one. */
  readonly codes: readonly string[];
}

async function giverOf(tx: Tx): Promise<Giver | null> {
  const { userId } = tx.actor;
  const actor = (await tx.approvals.staffing.actorsEverywhere(tx, [userId])).get(userId);
  const codes = actor ? lendable(tx, actor) : [];
  return actor && codes.length > 0 ? { actor, codes } : null;
}

/** Lists the codes of all flows that a person has. */
function lendable(tx: Tx, actor: Actor): string[] {
  const codes = new Set([...tx.approvals.flows.values()].flatMap((flow) => codesOf(flow)));
  return [...codes].filter((code) => actor.can(code));
}

/** Keeps the people who have every code with at least the same scope. */
async function ableAmong(tx: Tx, { actor, codes }: Giver, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await tx.approvals.staffing.actorsEverywhere(tx, userIds);
  const takers = [...found.values()].filter((taker) => codes.every((code) => taker.can(code)));
  const compared = takers.flatMap((taker) => codes.map((code) => contains(taker.scopeOf(code), actor.scopeOf(code))));
  const isCovered = await answerEach(tx, compared);
  const able = takers.filter((_, n) => isCovered.slice(n * codes.length, (n + 1) * codes.length).every(Boolean));
  return new Set(able.map(({ userId }) => userId));
}
