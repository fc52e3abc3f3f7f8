import { spawnSync } from "node:child_process";
import { chownSync, closeSync, constants, existsSync, openSync } from "node:fs";
import type { DatabaseUser } from "./embedded-place.ts";

/**
 * Makes the guard, a named pipe. Each Node process that uses the database holds its writing end, and the watchdog
 * beside the postmaster reads it. However these processes end, even by kill -9, the kernel closes their ends. After the
 * last one the watchdog reads the end of the pipe and shuts the postmaster down. The watchdog inherits both ends as
 * descriptor 3, so that it never waits for a writer: if its parent were dead by then, it would wait for ever beside a
 * postmaster that nobody stops.
 */
export const WATCHDOG = `
guard=$1; shift
exec 4<"$guard" 3>&-
"$@" </dev/null 4<&- & postmaster=$!
{ read -r _ <&4; kill -INT $postmaster; } 2>/dev/null & watchdog=$!
exec 4<&-
wait $postmaster; code=$?
kill $watchdog 2>/dev/null; wait $watchdog 2>/dev/null
exit $code`;

export function createGuard(path: string, user: DatabaseUser): void {
  // never replaced, because processes may hold it while the postmaster is restarted
  if (existsSync(path)) return;
  const { status, stderr } = spawnSync("/bin/sh", ["-c", 'mkfifo -m 600 "$1"', "sh", path], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The named pipe ${path} could not be made: ${stderr}`);
  if (user) chownSync(path, user.uid, user.gid);
}

/** Opens both ends, so that a starting watchdog does not see the end of the pipe. */
export function openGuard(path: string): number {
  return openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
}

/** Undefined if no watchdog reads. */
export function holdGuard(path: string): number | undefined {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

export function isGuarded(path: string): boolean {
  const end = holdGuard(path);
  if (end !== undefined) closeSync(end);
  return end !== undefined;
}

export function releaseGuard(end: number): void {
  closeSync(end);
}
