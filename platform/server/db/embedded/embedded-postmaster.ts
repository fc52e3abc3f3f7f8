import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { holdGuard, isGuarded, releaseGuard } from "./embedded-guard.ts";
import type { Place } from "./embedded-place.ts";

export interface Postmaster {
  pid: number;
  port: number;
  sockets: string;
  ready: boolean;
}

const LONGEST_WAIT_MS = 60_000;

/** Finds the running postmaster of this cluster; undefined if none is recorded or the record is stale. */
export function findPostmaster({ cluster }: Place): Postmaster | undefined {
  const recorded = readRecord(cluster);
  return recorded && identify(recorded.pid, cluster) === "postmaster" ? recorded : undefined;
}

/**
 * Joins a postmaster that other processes keep running. One without a watchdog is about to stop, or would outlive us,
 * so it is stopped. Afterwards nothing can hinder a new one.
 */
export async function adoptPostmaster(place: Place): Promise<{ postmaster: Postmaster; guard: number } | undefined> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  for (let found = findPostmaster(place); found; found = findPostmaster(place)) {
    const guard = holdGuard(place.guard);
    if (guard === undefined) requestStop(found.pid, "SIGINT");
    else if (found.ready && (await isAnswering(found)) && (await isStillGuarded(place)))
      return { postmaster: found, guard };
    else releaseGuard(guard);
    if (Date.now() > deadline) throw new Error(`PostgreSQL (pid ${found.pid}) neither answers nor stops`);
    await sleep(20);
  }
  removeStaleRecords(place);
  return undefined;
}

/** Lets go of the postmaster. The last one to leave waits until it has shut down; earlier ones leave it to the others. */
export async function leavePostmaster(place: Place, guard: number): Promise<void> {
  releaseGuard(guard);
  for (let tries = 0; tries < 15 && isGuarded(place.guard); tries++) await sleep(20);
  if (isGuarded(place.guard)) return;
  const patienceEnds = Date.now() + LONGEST_WAIT_MS / 2;
  for (let found = findPostmaster(place); found; found = findPostmaster(place)) {
    // SIGQUIT stops at once; the next start then recovers from the log
    requestStop(found.pid, Date.now() < patienceEnds ? "SIGINT" : "SIGQUIT");
    await sleep(20);
  }
}

export function isAnswering({ sockets, port }: Postmaster): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(sockets, `.s.PGSQL.${port}`));
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** The watchdog may have seen the end of its last holder just before we came: then it is gone a moment later. */
async function isStillGuarded(place: Place): Promise<boolean> {
  await sleep(20);
  return isGuarded(place.guard);
}

function readRecord(cluster: string): Postmaster | undefined {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    const ready = lines[7]?.trim() === "ready";
    return { pid: Number(lines[0]), port: Number(lines[3]), sockets: lines[4] ?? "", ready };
  } catch {
    return undefined;
  }
}

/** A pid alone proves nothing: it may be re-used, even by the postmaster of another cluster. */
function identify(pid: number, cluster: string): "nobody" | "postmaster" | "stranger" {
  const command = commandOf(pid);
  if (command === undefined) return "nobody";
  return command.includes(` -D ${cluster} `) ? "postmaster" : "stranger";
}

function commandOf(pid: number): string | undefined {
  if (process.platform !== "linux") {
    const { status, stdout } = spawnSync("ps", ["-ww", "-o", "command=", "-p", String(pid)], { encoding: "utf8" });
    return status === 0 ? stdout : undefined;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return undefined;
  }
}

/** PostgreSQL replaces the record of a dead process itself, but refuses to start when the pid is a stranger's or a zombie's. */
function removeStaleRecords({ cluster, sockets }: Place): void {
  const recorded = readRecord(cluster);
  if (recorded && identify(recorded.pid, cluster) === "stranger")
    rmSync(join(cluster, "postmaster.pid"), { force: true });
  rmSync(join(sockets, ".s.PGSQL.5432.lock"), { force: true });
  rmSync(join(sockets, ".s.PGSQL.5432"), { force: true });
}

function requestStop(pid: number, signal: "SIGINT" | "SIGQUIT"): void {
  try {
    process.kill(pid, signal);
  } catch {
    // gone already
  }
}
