import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { findBinaries } from "./embedded-binaries.ts";
import { releaseGuard } from "./embedded-guard.ts";
import {
  createCluster,
  DATABASE_ROLE,
  type Launch,
  launchPostmaster,
  OWNER_ROLE,
  SUPERUSER,
} from "./embedded-launch.ts";
import { runExclusively } from "./embedded-lock.ts";
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
  /** The role of the migrations. */
  owner: string;
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
    owner: OWNER_ROLE,
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
  return runExclusively(join(folder, "start.lock"), async () => {
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
  const as = { host: sockets, port, user: SUPERUSER };
  const isNew = await withClient({ ...as, database: "postgres" }, async (client) => {
    const { rows } = await client.query<{ statement: string }>(MISSING);
    for (const { statement } of rows) await client.query(statement);
    return rows.length > 0;
  });
  if (isNew) await withClient({ ...as, database: DATABASE }, (client) => client.query(OPENED));
}

async function withClient<T>(config: pg.ClientConfig, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  client.on("error", () => undefined); // the running query fails, which is enough
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/** Lets the role that serves calls create tables, in the schema of the product and in those of its tools. */
const OPENED = `grant create on schema public to ${DATABASE_ROLE}; grant create on database ${DATABASE} to ${DATABASE_ROLE}`;

/** What there is to do for two roles and a database; an older cluster had one role, which owned the database. */
const MISSING = `
  select 'create role ${DATABASE_ROLE} login' as statement
    where not exists (select from pg_roles where rolname = '${DATABASE_ROLE}')
  union all select 'create role ${OWNER_ROLE} login createdb'
    where not exists (select from pg_roles where rolname = '${OWNER_ROLE}')
  union all select 'grant ${DATABASE_ROLE} to ${OWNER_ROLE}'
    where not exists (select from pg_auth_members m join pg_roles r on r.oid = m.member where r.rolname = '${OWNER_ROLE}')
  union all select 'alter role ${DATABASE_ROLE} nocreatedb'
    where exists (select from pg_roles where rolname = '${DATABASE_ROLE}' and rolcreatedb)
  union all select 'create database ${DATABASE} owner ${OWNER_ROLE}'
    where not exists (select from pg_database where datname = '${DATABASE}')
  union all select 'alter database ${DATABASE} owner to ${OWNER_ROLE}'
    from pg_database where datname = '${DATABASE}' and pg_get_userbyid(datdba) <> '${OWNER_ROLE}'`;

/** Restarts the database when it dies. The pools reconnect to the same socket. */
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
    // the data was deleted on purpose, so no empty database is started behind a running application
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
