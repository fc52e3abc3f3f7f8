import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { userInfo } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { createGuard, holdGuard, openGuard, releaseGuard, WATCHDOG } from "./embedded-guard.ts";
import type { Place } from "./embedded-place.ts";
import { findPostmaster, isAnswering, type Postmaster } from "./embedded-postmaster.ts";

export interface Launch {
  place: Place;
  binaries: string;
  settings: Record<string, string>;
  log: (line: string) => void;
}

/** The role that serves calls: it owns its tables, but neither the database nor the audit log. */
export const DATABASE_ROLE = "app";
/** The role of the migrations: makes and owns databases, and keeps the audit log (decision 0023). */
export const OWNER_ROLE = "app_owner";
/** Made by initdb; used to make the two roles and the database. */
export const SUPERUSER = "postgres";
const PORT = 5432;
const MOST_TRIES = 20;
const ENVIRONMENT = {
  PATH: process.env.PATH ?? "/usr/bin:/bin",
  LC_ALL: process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8",
  TZ: "Asia/Shanghai",
};

/**
 * Nobody can connect over the network. The socket is in a folder for its own user only, but other programs may run as
 * the same user (nobody). So the kernel tells who connects, and not the caller.
 */
const ACCESS = `local all all peer map=console
host all all all reject
`;

/** The system users that may come as the roles of the product: the one who runs this process, and root. */
function identities(): string {
  const names = [...new Set([userInfo().username, "root"])];
  const roles = [DATABASE_ROLE, OWNER_ROLE, SUPERUSER];
  return names.flatMap((name) => roles.map((role) => `console "${name}" ${role}\n`)).join("");
}

/** Creates the cluster beside its final name, so that an interrupted first start leaves nothing half made. */
export async function createCluster({ place, binaries, settings }: Launch): Promise<void> {
  if (existsSync(join(place.cluster, "PG_VERSION"))) return;
  const draft = `${place.cluster}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  chmodSync(draft, 0o700);
  if (place.user) chownSync(draft, place.user.uid, place.user.gid);
  const locale = ["-E", "UTF8", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
  const speed = settings.fsync === "off" ? ["--no-sync"] : [];
  const access = ["--auth-local=peer", "--auth-host=reject"];
  const args = ["-D", draft, "-U", SUPERUSER, ...access, "--no-instructions", ...locale, ...speed];
  await runAs(place, join(binaries, "bin/initdb"), args);
  renameSync(draft, place.cluster);
}

/** Starts the postmaster under a watchdog and waits until it answers. Crash recovery may take long, so there is no limit. */
export async function launchPostmaster(launch: Launch): Promise<{ postmaster: Postmaster; guard: number }> {
  const { place } = launch;
  writeFileSync(join(place.cluster, "pg_hba.conf"), ACCESS);
  writeFileSync(join(place.cluster, "pg_ident.conf"), identities());
  createGuard(place.guard, place.user);
  const bothEnds = openGuard(place.guard);
  try {
    const postmaster = await launchUntilReady(launch, bothEnds);
    const guard = holdGuard(place.guard);
    if (guard === undefined) throw new Error("The watchdog of PostgreSQL is gone");
    return { postmaster, guard };
  } finally {
    releaseGuard(bothEnds);
  }
}

async function launchUntilReady(launch: Launch, guard: number): Promise<Postmaster> {
  for (let tries = 1; ; tries++) {
    const said: string[] = [];
    const child = spawnPostmaster(launch, guard, said);
    const postmaster = await waitUntilReady(launch.place, child);
    if (postmaster) return postmaster;
    const reason = said.slice(-5).join("\n");
    // after a kill -9 of the postmaster its last children need a moment to notice
    const passing = /still in use|already exists|Is another postmaster/.test(reason);
    if (!passing || tries === MOST_TRIES) throw new Error(`PostgreSQL did not start:\n${reason}`);
    await sleep(250);
  }
}

function spawnPostmaster({ place, binaries, settings, log }: Launch, guard: number, said: string[]): ChildProcess {
  const all = { ...defaultSettings(place), ...settings };
  const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = [join(binaries, "bin/postgres"), "-D", place.cluster, "-p", String(PORT), ...options];
  const child = spawn("/bin/sh", ["-c", WATCHDOG, "postgres-watchdog", place.guard, ...command], {
    ...place.user,
    cwd: "/",
    env: ENVIRONMENT,
    // a separate process group, because Ctrl+C in the terminal is for Node, which stops the database last
    detached: true,
    stdio: ["ignore", "ignore", "pipe", guard],
  });
  if (child.stderr) {
    createInterface(child.stderr).on("line", (line) => {
      if (said.push(line) > 50) said.shift();
      log(line);
    });
  }
  // a database that is not stopped must not keep Node running, because the watchdog stops it
  child.unref();
  if (child.stderr instanceof Socket) child.stderr.unref();
  return child;
}

function defaultSettings(place: Place): Record<string, string> {
  return {
    listen_addresses: "",
    unix_socket_directories: place.sockets,
    timezone: "Asia/Shanghai",
    log_timezone: "Asia/Shanghai",
    max_connections: "100",
    shared_buffers: "256MB",
    log_min_messages: "warning",
    log_checkpoints: "off",
  };
}

/** Undefined if the process ended instead. */
async function waitUntilReady(place: Place, child: ChildProcess): Promise<Postmaster | undefined> {
  let failure: Error | undefined;
  child.once("error", (error) => {
    failure = error;
  });
  const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
  for (;;) {
    const found = findPostmaster(place);
    if (found?.ready && (await isAnswering(found))) return found;
    if (failure) throw failure;
    if (child.exitCode !== null || child.signalCode !== null) {
      await closed;
      return undefined;
    }
    await sleep(10);
  }
}

function runAs(place: Place, command: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = "";
    const child = spawn(command, args, {
      ...place.user,
      cwd: "/",
      env: ENVIRONMENT,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.once("error", reject);
    child.once("close", (code) => (code === 0 ? resolve() : reject(new Error(`${command} failed:\n${output}`))));
  });
}
