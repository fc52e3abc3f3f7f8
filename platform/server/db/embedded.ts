import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { findBinaries } from "./embedded-binaries.ts";
import { releaseGuard } from "./embedded-guard.ts";
import { createCluster, DATABASE_ROLE, type Launch, launchPostmaster, SUPERUSER } from "./embedded-launch.ts";
import { exclusively } from "./embedded-lock.ts";
import { findPlace, type Place } from "./embedded-place.ts";
import { adoptPostmaster, findPostmaster, leavePostmaster, type Postmaster } from "./embedded-postmaster.ts";

export interface EmbeddedPostgresOptions {
  /** The folder of the database; on a machine where its user cannot reach it, only a note where the data lie instead. */
  dataDir: string;
  /** PostgreSQL settings, such as `fsync: "off"` for tests. Without effect on a server that another process started. */
  settings?: Record<string, string>;
  log?: (line: string) => void;
}

/** A real PostgreSQL on a private unix socket, restarted if it dies, stopped with the last process that uses it. */
export interface EmbeddedPostgres {
  host: string;
  port: number;
  user: string;
  database: string;
  dataPath: string;
  /** Another process had started it already. */
  adopted: boolean;
  pid: number;
  stop(): Promise<void>;
}

interface Running {
  place: Place;
  postmaster: Postmaster;
  guard: number;
  adopted: boolean;
}

const DATABASE = "console";
const CHECK_EVERY_MS = 200;

export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const supervisor = new Supervisor(options, await bringUp(options));
  const { place, postmaster, adopted } = supervisor.running;
  return {
    host: postmaster.sockets,
    port: postmaster.port,
    user: DATABASE_ROLE,
    database: DATABASE,
    dataPath: place.cluster,
    adopted,
    get pid() {
      return supervisor.running.postmaster.pid;
    },
    stop: () => supervisor.stop(),
  };
}

async function bringUp({ dataDir, settings = {}, log = () => {} }: EmbeddedPostgresOptions): Promise<Running> {
  mkdirSync(dataDir, { recursive: true });
  const folder = realpathSync(dataDir);
  return exclusively(join(folder, "start.lock"), async () => {
    const place = findPlace(folder);
    const running = await adoptOrLaunch({ place, binaries: findBinaries(place), settings, log });
    try {
      await createDatabase(running.postmaster);
    } catch (error) {
      releaseGuard(running.guard);
      throw error;
    }
    return running;
  });
}

async function adoptOrLaunch(launch: Launch): Promise<Running> {
  await createCluster(launch);
  const survivor = await adoptPostmaster(launch.place);
  if (survivor) return { place: launch.place, ...survivor, adopted: true };
  return { place: launch.place, ...(await launchPostmaster(launch)), adopted: false };
}

async function createDatabase({ sockets, port }: Postmaster): Promise<void> {
  const client = new pg.Client({ host: sockets, port, user: SUPERUSER, database: "postgres" });
  client.on("error", () => undefined); // the query under way fails, which is enough
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (rowCount) return;
    const { rowCount: hasRole } = await client.query("select 1 from pg_roles where rolname = $1", [DATABASE_ROLE]);
    if (!hasRole) await client.query(`create role ${DATABASE_ROLE} login createdb`);
    await client.query(`create database ${DATABASE} owner ${DATABASE_ROLE}`);
  } finally {
    await client.end();
  }
}

/** Starts the database again when it dies under us: pools reconnect to the same socket by themselves. */
class Supervisor {
  running: Running;
  readonly #options: EmbeddedPostgresOptions;
  readonly #timer: NodeJS.Timeout;
  #restart: Promise<void> | undefined;
  #stopped: Promise<void> | undefined;

  constructor(options: EmbeddedPostgresOptions, running: Running) {
    this.#options = options;
    this.running = running;
    this.#timer = setInterval(() => this.#check(), CHECK_EVERY_MS).unref();
  }

  stop(): Promise<void> {
    this.#stopped ??= this.#leave();
    return this.#stopped;
  }

  async #leave(): Promise<void> {
    clearInterval(this.#timer);
    await this.#restart;
    await leavePostmaster(this.running.place, this.running.guard);
  }

  #check(): void {
    if (this.#restart || findPostmaster(this.running.place)) return;
    // whoever deleted the data meant it: no empty database behind a running application
    if (!existsSync(join(this.running.place.cluster, "PG_VERSION"))) return;
    this.#restart = this.#bringBack().finally(() => {
      this.#restart = undefined;
    });
  }

  async #bringBack(): Promise<void> {
    this.#options.log?.("PostgreSQL is gone and will be started again");
    try {
      const before = this.running;
      this.running = await bringUp(this.#options);
      releaseGuard(before.guard);
    } catch (error) {
      this.#options.log?.(`PostgreSQL could not be started again: ${error instanceof Error ? error.message : error}`);
    }
  }
}
