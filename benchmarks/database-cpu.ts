import { readFileSync } from "node:fs";

const TICK_MICROSECONDS = 10_000;

/** What the processes of a PostgreSQL have used since they began, in microseconds; 0 where the system does not tell. */
export function databaseCpu(postmaster: number): number {
  try {
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8").split(" ").filter(Boolean);
    return children.reduce((sum, pid) => sum + ticksOf(pid), 0) * TICK_MICROSECONDS;
  } catch {
    return 0;
  }
}

/** User and system time; the name before them may hold blanks, so that counting begins after it. */
function ticksOf(pid: string): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  } catch {
    return 0; // ended meanwhile
  }
}
