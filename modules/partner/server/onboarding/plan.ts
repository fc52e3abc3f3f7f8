interface Planned {
  readonly code: string;
  readonly mandatory: boolean;
  readonly dependsOn: readonly string[];
  readonly days: number;
  readonly dueOn: string;
  readonly state: string;
}

export interface Plan {
  /** 预计可启用日期; null if no mandatory task is open. */
  readonly readyOn: string | null;
  /** Codes of the tasks that decide this date. */
  readonly critical: ReadonlySet<string>;
}

type Later = (day: string, days: number) => string;

/**
 * Finds the longest chain of open tasks (PT-R18). An open task ends on its due day, or today if that has passed, but
 * not earlier than its predecessor plus its own duration.
 */
export function planOf(tasks: readonly Planned[], today: string, later: Later): Plan {
  const open = new Map(tasks.filter(({ state }) => state !== "DONE").map((task) => [task.code, task]));
  const ends = new Map<string, { readonly on: string; readonly because: string | null }>();
  const endOf = (task: Planned): { readonly on: string; readonly because: string | null } => {
    const known = ends.get(task.code);
    if (known) return known;
    let end = { on: task.dueOn > today ? task.dueOn : today, because: null as string | null };
    ends.set(task.code, end); // stored before the loop, because a cycle in the settings must not recurse without end
    for (const code of task.dependsOn) {
      const before = open.get(code);
      if (!before) continue;
      const after = later(endOf(before).on, task.days);
      if (after >= end.on) end = { on: after, because: code };
    }
    ends.set(task.code, end);
    return end;
  };
  const last = [...open.values()]
    .filter(({ mandatory }) => mandatory)
    .map((task) => ({ code: task.code, ...endOf(task) }))
    .toSorted((a, b) => (a.on < b.on ? 1 : -1))[0];
  if (!last) return { readyOn: null, critical: new Set() };
  const critical = new Set<string>();
  for (let at: string | null = last.code; at && !critical.has(at); at = ends.get(at)?.because ?? null) critical.add(at);
  return { readyOn: last.on, critical };
}
