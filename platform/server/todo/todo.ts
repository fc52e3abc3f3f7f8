import type { Todo } from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";

/** A card that a module delivers to 我的待办. */
export interface TodoSource {
  /** A unique name such as `authority.dormant`. */
  readonly key: `${string}.${string}`;
  readonly title: string;
  /**
   * The permission to see the card, whose data scope applies to the count. Null means that everybody sees it, and it
   * checks the rights itself.
   */
  readonly permission: string | null;
  readonly route: `/${string}`;
  /**
   * The list behind the number with the same filters. It is a function, because filters may contain the present day.
   */
  readonly preset?: (now: Date) => NonNullable<Todo["preset"]>;
  /** If one of these tables changes, open pages count again. */
  readonly tables: readonly string[];
  count(tx: Tx): Promise<number>;
}

export async function todosOf(tx: Tx, sources: readonly TodoSource[]): Promise<Todo[]> {
  const granted = sources.filter(({ permission }) => permission === null || tx.actor.can(permission));
  const counted = granted.map(async ({ key, title, permission, route, preset, count }) => {
    const number = await count(permission === null ? tx : { ...tx, permission });
    return { key, title, count: number, route, preset: preset?.(tx.now) ?? null };
  });
  return (await Promise.all(counted)).filter(({ count }) => count > 0);
}
