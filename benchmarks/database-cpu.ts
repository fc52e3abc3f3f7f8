import { readFileSync } from "node:fs";

const TICK_MICROSECONDS = 10_000;

/** What the processes of a PostgreSQL have used since they began, in microseconds; 0 where the system does not tell. */
export function databaseCpu(postmaster: number): number {
  try {
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8").split(" ").filter(Boolean);
    const living = children.reduce((sum, pid) => sum + ticksOf(pid).own, 0);
    return (living + ticksOf(String(postmaster)).ofEnded) * TICK_MICROSECONDS;
  } catch {
    return 0;
  }
}

/**
 * User and system time of a process, and of its children that have ended: a connection that was closed takes its time along.
 * The name before them may hold blanks, so that counting begins after it.
 */
function ticksOf(pid: string): { readonly own: number; readonly ofEnded: number } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const sumOf = (first: number) => Number(fields[first] ?? 0) + Number(fields[first + 1] ?? 0);
    return { own: sumOf(11), ofEnded: sumOf(13) };
  } catch {
    return { own: 0, ofEnded: 0 }; // ended meanwhile
  }
}
