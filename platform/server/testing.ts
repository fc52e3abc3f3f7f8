import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { setTimeout } from "node:timers/promises";
import {
  type AnswerOf,
  type CallInput,
  type Endpoint,
  type Envelope,
  type EventType,
  headers,
} from "@ops/platform/contract";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import pg from "pg";
import type { z } from "zod";
import { systemActor } from "./actor.ts";
import { type DatabaseAddress, errorCode } from "./db/database.ts";
import type { EmbeddedPostgres } from "./db/embedded/embedded.ts";
import { type MigrationFolder, migrate } from "./db/migrate.ts";
import { connectOwner } from "./db/record/fill-large.ts";
import { startTestPostgres } from "./db/test-postgres.ts";
import type { Tx } from "./db/tx.ts";
import type { FileStore } from "./file/store.ts";
import type { Authenticate } from "./http/authenticate.ts";
import { createMetrics } from "./http/request-done.ts";
import { createHttpServer } from "./http/server.ts";
import type { MapService } from "./lbs/map-service.ts";
import { createLog, type Logger } from "./log.ts";
import type { Module } from "./module.ts";
import type { PlatformNode } from "./node.ts";
import type { OutsidePlace } from "./outside/port.ts";
import { platformModule } from "./platform-module.ts";
import { systemRequest } from "./request.ts";
import { routesOf } from "./routes-of.ts";
import { newId } from "./secret/crypto.ts";
import { migrationFolders, startNode } from "./start/start.ts";
import { restartSeries } from "./testing-series.ts";

export { type OutsideReply, playOutside } from "./testing-outside.ts";
export { startSeries } from "./testing-series.ts";

export interface TestAppOptions {
  readonly modules: readonly Module[];
  /** Modules that have started in its database before, with the platform; none by default. */
  readonly startedBefore?: readonly Module[];
  readonly authenticate: Authenticate;
  readonly personName: (tx: Tx, userId: string) => Promise<string>;
  readonly source?: "WEB" | "SSO";
  readonly callsPerSecond?: number;
  readonly headersTimeoutMs?: number;
  readonly bodyTimeoutMs?: number;
  /** Whether jobs, schedules and event deliveries run in the background. */
  readonly background?: boolean;
  /** Silent by default. */
  readonly log?: Logger;
  readonly fileStore?: FileStore;
  readonly map?: MapService;
}

export interface CallOptions {
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
}

export interface Called<E extends Endpoint> extends Envelope<AnswerOf<E>> {
  readonly status: number;
  readonly headers: Headers;
}

/** A node with its HTTP server on a database of its own, made before the tests of the file and gone after them. */
export class TestApp {
  readonly #options: TestAppOptions;
  #node: PlatformNode | undefined;
  #http: FastifyInstance | undefined;
  #database: TestDatabase | undefined;
  #origin = "";
  /** Where the programs of others answer, by their ports; see `playOutside`. */
  readonly outsidePlaces = new Map<string, OutsidePlace>();
  readonly #ready = Promise.withResolvers<void>();
  /** Moves the clock of the node. */
  #offsetMs = 0;
  /** The time at which the clock is stopped, or null. */
  #held: number | null = null;

  constructor(options: TestAppOptions) {
    this.#options = options;
  }

  get node(): PlatformNode {
    assert.ok(this.#node, "the test app has not started");
    return this.#node;
  }

  get origin(): string {
    return this.#origin;
  }

  get address(): DatabaseAddress {
    assert.ok(this.#database, "the test app has not started");
    return this.#database.address;
  }

  now(): Date {
    return new Date((this.#held ?? Date.now()) + this.#offsetMs);
  }

  /** Stops the clock meanwhile, except for `passTime`, so that limits per second do not depend on the machine. */
  async holdTime(act: () => Promise<void>): Promise<void> {
    this.#held = Date.now();
    try {
      await act();
    } finally {
      this.#held = null;
    }
  }

  passTime(seconds: number): void {
    this.#offsetMs += seconds * 1000;
  }

  /** `on` starts a further node over the database of another app. */
  async start(on?: TestApp): Promise<void> {
    const { modules, startedBefore = [], background = false } = this.#options;
    if (on) await on.#ready.promise;
    this.#database = on
      ? { address: on.address, drop: async () => undefined }
      : await createStartedDatabase(modules, startedBefore);
    this.#node = await startNode({
      address: this.#database.address,
      poolSize: 12,
      poolWaitMs: 60_000, // hundreds of parallel calls wait for their turn on a busy machine, and none is lost
      modules,
      log: this.#options.log ?? createLog(process.env["LOG_LEVEL"] ?? "silent"),
      clock: on ?? this,
      personName: this.#options.personName,
      outsidePlaces: (port) => this.outsidePlaces.get(port) ?? null,
      background,
      ...(this.#options.fileStore ? { fileStore: this.#options.fileStore } : {}),
      ...(this.#options.map ? { map: this.#options.map } : {}),
    });
    this.#http = await createHttpServer({
      node: this.#node,
      routes: routesOf(this.#node),
      authenticate: this.#options.authenticate,
      source: this.#options.source ?? "WEB",
      metrics: createMetrics(),
      trustProxy: true,
      secureCookies: false,
      connectTo: [],
      callsPerSecond: this.#options.callsPerSecond ?? 10_000,
      ...(this.#options.headersTimeoutMs ? { headersTimeoutMs: this.#options.headersTimeoutMs } : {}),
      ...(this.#options.bodyTimeoutMs ? { bodyTimeoutMs: this.#options.bodyTimeoutMs } : {}),
    });
    this.#origin = await this.#http.listen({ port: 0, host: "127.0.0.1" });
    this.#ready.resolve();
  }

  async stop(): Promise<void> {
    await this.#http?.close();
    await this.#node?.stop();
    await this.#database?.drop();
    // the process runs many files, and their apps would fill its memory
    this.#http = this.#node = undefined;
  }

  async call<E extends Endpoint>(endpoint: E, input: CallInput<E>, options: CallOptions = {}): Promise<Called<E>> {
    await this.node.afterwards.settle(); // rows of earlier attempts stand in the log in the order of their calls
    const response = await fetch(this.#origin + addressOf(endpoint, input), {
      method: endpoint.method,
      headers: {
        [headers.applicationId]: "1",
        ...(options.token ? { authorization: options.token } : {}),
        ...(input.body === undefined ? {} : { "content-type": "application/json" }),
        ...options.headers,
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
    });
    const envelope = (await response.json()) as Envelope<AnswerOf<E>>;
    return { ...envelope, status: response.status, headers: response.headers };
  }

  /** Arranges data as the system, without going through HTTP. */
  arrange<T>(act: (tx: Tx) => Promise<T>): Promise<T> {
    const behalf = { actor: systemActor, permission: "system", request: systemRequest(newId()) };
    return this.node.transaction(behalf, null, act);
  }

  async rows<Row>(query: string, values: readonly unknown[] = []): Promise<Row[]> {
    await this.node.afterwards.settle(); // the work that remains after the last answer
    const { rows } = await this.node.database.writerPool.query(query, [...values]);
    return rows;
  }

  /**
   * Runs a query as the owner of the database, for what the role of the calls must not do, such as tampering with the
   * log.
   */
  async rowsAsOwner(query: string, values: readonly unknown[] = []): Promise<void> {
    const owner = await connectOwner(this.address);
    try {
      await owner.query(query, [...values]);
    } finally {
      await owner.end();
    }
  }

  /** Keeps a node with background work from running a schedule by itself, because the test runs it or would be disturbed. */
  async holdSchedule(name: string): Promise<void> {
    await this.rows(
      `insert into schedule_run (name, last_slot) values ($1, '9999-12-31')
       on conflict (name) do update set last_slot = excluded.last_slot`,
      [name],
    );
  }

  /** The audit rows of a record, oldest first. */
  auditOf(record: { id: string }): Promise<AuditRow[]> {
    return this.rows(`select ${auditColumns} from audit_log where biz_id = $1 order by occurred_at, id`, [record.id]);
  }

  async published<P extends z.ZodObject>(event: EventType<P>): Promise<z.output<P>[]> {
    const { rows } = await sql<{ payload: z.output<P> }>`
      select payload from event_outbox where name = ${event.name} order by id`.execute(this.node.database.writer);
    return rows.map((row) => row.payload);
  }
}

export interface AuditRow {
  actionName: string;
  actorName: string;
  bizType: string;
  bizId: string;
  summary: string | null;
  reason: string | null;
  result: string;
  diffs: { field: string; label: string; before: string | null; after: string | null }[];
}
const auditColumns = `action_name as "actionName", actor_name as "actorName", biz_type as "bizType", biz_id as "bizId", summary, reason, result, diffs`;

/** Declares the app of a test file: started before its first test, stopped after its last. */
export function declareTestApp<A extends { start(): Promise<void>; stop(): Promise<void> }>(app: A): A {
  before(() => app.start());
  after(() => app.stop());
  return app;
}

export function addressOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): string {
  const { params = {}, query = {} } = input as { params?: Record<string, unknown>; query?: Record<string, unknown> };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_hole, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value));
  return search.size > 0 ? `${path}?${search}` : path;
}

interface TestDatabase {
  readonly address: DatabaseAddress;
  drop(): Promise<void>;
}

/** Makes a new database from a template with the migrated schema of these modules. */
export function createTestDatabase(modules: readonly Module[]): Promise<TestDatabase> {
  return createMigratedDatabase(migrationFolders([platformModule, ...modules]));
}

export function createMigratedDatabase(folders: readonly MigrationFolder[]): Promise<TestDatabase> {
  return createFromTemplate("migrated", folders, (address) => migrate(address, folders));
}

/**
 * Makes a new database in which the platform and these modules have started once already, because a first start
 * (divisions of the country, months of the log, the queue of jobs, menus, interfaces) takes longer than many test files.
 */
function createStartedDatabase(modules: readonly Module[], startedBefore: readonly Module[]): Promise<TestDatabase> {
  const folders = migrationFolders([platformModule, ...modules]);
  const kind = ["started", ...startedBefore.map(({ name }) => name)].join(" ");
  return createFromTemplate(kind, folders, async (address) => {
    const log = createLog("silent");
    const personName = async () => "";
    const node = await startNode({ address, poolSize: 2, modules: startedBefore, log, personName, background: false });
    await node.stop();
    await migrate(address, folders);
  });
}

async function createFromTemplate(
  kind: string,
  folders: readonly MigrationFolder[],
  fill: (address: DatabaseAddress) => Promise<unknown>,
): Promise<TestDatabase> {
  restartSeries();
  const server = await testServer();
  const template = `template_${fingerprint(kind, folders)}`;
  const admin = new pg.Client({ ...server, user: server.owner, database: "postgres" });
  await admin.connect();
  await admin.query("select pg_advisory_lock(7316099)");
  const { rowCount } = await admin.query("select from pg_database where datname = $1", [template]);
  if (rowCount === 0) {
    await admin.query(`create database ${template}_new`);
    await fill({ ...server, database: `${template}_new` });
    await admin.query(`alter database ${template}_new rename to ${template}`);
  }
  const name = `test_${newId().replaceAll("-", "")}`;
  // copied as files, because a copy through the log takes more than twice as long
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  await admin.query("select pg_advisory_unlock(7316099)");
  return {
    address: { ...server, database: name },
    drop: async () => {
      await dropDatabase(admin, name);
      await admin.end();
      await leaveServer();
    },
  };
}

/** Drops a database. Autovacuum may still use it, and only the superuser could end that, so this waits. */
async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await admin.query(`drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      if (attempt >= 40 || errorCode(error) !== "42501") throw error;
      await setTimeout(250);
    }
  }
}

function fingerprint(kind: string, folders: readonly MigrationFolder[]): string {
  const hash = createHash("sha256").update(kind);
  for (const { folder } of folders) {
    for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(join(folder, file)));
  }
  return hash.digest("hex").slice(0, 16);
}

/** The PostgreSQL of the tests: that of the runner, or one of this process until its last database is dropped. */
let own: Promise<EmbeddedPostgres> | undefined;
let users = 0;

async function testServer(): Promise<{ host: string; port: number; user: string; owner: string }> {
  const given = process.env["TEST_POSTGRES"];
  if (given) return JSON.parse(given);
  users++;
  own ??= startTestPostgres();
  const { host, port, user, owner } = await own;
  return { host, port, user, owner };
}

async function leaveServer(): Promise<void> {
  if (!own || --users > 0) return;
  const started = await own;
  own = undefined;
  await started.stop();
}
