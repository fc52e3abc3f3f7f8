import { unmaskBy, unmaskErrors, wholeValueGuessed } from "@ops/platform/contract";
import { declaredTables } from "../db/record/table.ts";
import type { Tx } from "../db/tx.ts";
import { countToday, readCountOfToday } from "../limits.ts";
import { numberParam } from "../params/declare.ts";
import { selvesOf } from "../start/self.ts";

export const searchMisses = numberParam("mask.searchMisses", 30, {
  group: "数据安全",
  description: "每人每天按完整号码查询脱敏信息时允许未找到的次数，达到后当天不能再查",
  min: 1,
  max: 10_000,
});

/** A value that a person has searched. */
interface Try {
  readonly bizType: string;
  readonly label: string;
  readonly text: string;
  readonly found: readonly string[];
}

/** Throws if the person has guessed too often today, for any value, because selective answers would tell as much. */
export async function refuseGuesser(tx: Tx): Promise<void> {
  if (await hasGuessed(tx)) throw unmaskErrors.searchLimit();
}

export async function hasGuessed(tx: Tx): Promise<boolean> {
  for (const subject of subjectsOf(tx)) {
    if ((await readCountOfToday(tx, subject)) >= tx.param(searchMisses)) return true;
  }
  return false;
}

/**
 * Finds whose tries these are. A system tries for the people behind it, so that more keys give nobody more tries. They
 * are sorted, so that two transactions which count for the same people never deadlock.
 */
export function subjectsOf({ actor }: Tx): string[] {
  return [...new Set(selvesOf({ actor: actor.seenBy ?? actor }))].toSorted().map((id) => `wholeValue:${id}`);
}

/** Whether every masked value of these tables may be seen in clear by the actor: then there is nothing to guess. */
export async function seesAllInClear(tx: Tx, tables: readonly string[]): Promise<boolean> {
  for (const name of tables) {
    const { unmask, unmasksAll } = declaredTables.get(name) ?? {};
    if (!unmask) throw new Error(`nothing of ${name} is seen in clear by anybody`);
    const call = unmaskBy(unmask.code);
    if (!tx.actor.mayCall(call) || !tx.actor.scopeOf(call.permission).all) return false;
    if ((await unmasksAll?.(tx)) === false) return false;
  }
  return true;
}

/** Counts a try unless it found somebody, and tells whether it exceeds the limit. */
export async function isTryTooMany(tx: Tx, { bizType, label, text, found }: Try): Promise<boolean> {
  const limit = tx.param(searchMisses);
  const value = tx.vault.hash("code", `${bizType}:${label}:${text}`).toString("hex", 0, 16);
  const spent: string[] = [];
  let isTooMany = false;
  for (const subject of subjectsOf(tx)) {
    const misses = await readCountOfToday(tx, subject);
    if (found.length > 0) isTooMany ||= misses >= limit;
    else if (misses > limit) isTooMany = true;
    // the same value again tells nothing new, so a repeated page is one try
    else if ((await countToday(tx, `${subject}:${value}`)) === 1) spent.push(subject);
  }
  return (await countTries(tx, spent, 1)) || isTooMany;
}

/** Counts tries of these people, reports who reaches the limit, and answers whether somebody exceeds it. */
export async function countTries(tx: Tx, subjects: readonly string[], tries: number): Promise<boolean> {
  const limit = tx.param(searchMisses);
  const counts: number[] = [];
  for (const subject of subjects) counts.push(await countToday(tx, subject, tries));
  const isReached = counts.some((count) => count >= limit && count - tries < limit);
  if (isReached) await tx.publish(wholeValueGuessed, { userId: tx.actor.userId, name: tx.actor.name, limit });
  return counts.some((count) => count > limit);
}
