import type { Todo } from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";

/** A card that a module delivers to 我的待办. */
export interface TodoSource {
  /** Unique in the house: `authority.dormant`. */
  readonly key: `${string}.${string}`;
  readonly title: string;
  /** Shown to its holders; what is counted lies in its data scope. */
  readonly permission: string;
  readonly route: `/${string}`;
  /** The list behind the number with the same filters; asked each time, since filters may hold today's date. */
  readonly preset?: (now: Date) => NonNullable<Todo["preset"]>;
  /** A change of one of these tables makes open pages count anew. */
  readonly tables: readonly string[];
  count(tx: Tx): Promise<number>;
}

export async function todosOf(tx: Tx, sources: readonly TodoSource[]): Promise<Todo[]> {
  const granted = sources.filter(({ permission }) => tx.actor.can(permission));
  const counted = granted.map(async ({ key, title, permission, route, preset, count }) => {
    const number = await count({ ...tx, permission });
    return { key, title, count: number, route, preset: preset?.(tx.now) ?? null };
  });
  return (await Promise.all(counted)).filter(({ count }) => count > 0);
}

/** With the commit: which cards may count something else now. */
export async function tellTodos(tx: Tx, sources: readonly TodoSource[]): Promise<void> {
  const keys = sources.filter(({ tables }) => tables.some((table) => tx.trail.tables.has(table))).map(({ key }) => key);
  if (keys.length > 0) await tx.tell("everyone", { type: "todo.changed", keys });
}
