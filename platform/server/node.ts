import { BusinessError, type Endpoint, type EventType } from "@ops/platform/contract";
import type { Kysely } from "kysely";
import { type Actor, systemActor } from "./actor.ts";
import { Afterwards } from "./afterwards.ts";
import { AuditTrail } from "./audit/trail.ts";
import { type AuditedCall, writeAudit } from "./audit/write.ts";
import { CacheSignals, tellCaches } from "./caches.ts";
import { type Clock, systemClock } from "./clock.ts";
import { newId } from "./crypto.ts";
import { type Database, type DatabaseAddress, errorCode, openDatabase } from "./db/database.ts";
import { Notifications } from "./db/notify.ts";
import type { Tx } from "./db/tx.ts";
import type { RetiredCode } from "./dict/codes.ts";
import { EventDispatcher } from "./events/dispatcher.ts";
import { storeEvent, storeEvents } from "./events/publish.ts";
import { type FileStore, Files, pgFileStore } from "./file/store.ts";
import type { JobType } from "./jobs/job.ts";
import { JobQueue } from "./jobs/queue.ts";
import type { WorkView } from "./jobs/routes.ts";
import { jobOf, Scheduler } from "./jobs/scheduler.ts";
import { KeptValues } from "./kept.ts";
import type { MapService } from "./lbs/map-service.ts";
import { LiveHub, tellLive } from "./live/hub.ts";
import type { Logger } from "./log.ts";
import type { Listener, Module, NodeAccess } from "./module.ts";
import { Numbering } from "./numbering.ts";
import { ParamStore } from "./params/store.ts";
import type { Release } from "./release.ts";
import { type RequestFacts, systemRequest } from "./request.ts";
import { routesOf } from "./routes-of.ts";
import { sharedSecret } from "./secrets.ts";
import { taskJob } from "./task/job.ts";
import { taskWorkOf } from "./task/work.ts";
import { type TodoSource, tellTodos } from "./todo/todo.ts";
import { noteWholeSearch } from "./unmask/whole-value.ts";
import type { Usage } from "./usage.ts";
import { Vault } from "./vault.ts";
import type { WorkInHand } from "./work-in-hand.ts";

export interface NodeOptions {
  readonly address: DatabaseAddress;
  readonly poolSize: number;
  readonly modules: readonly Module[];
  readonly log: Logger;
  readonly clock?: Clock;
  /** Where contents of new files go; into the database without it. */
  readonly fileStore?: FileStore;
  /** Who knows addresses; without it, divisions and the places of modules. */
  readonly map?: MapService;
  /** The build of the web that comes along; open pages are told of a newer one. */
  readonly release?: Release;
  /** How a person is called; only authority knows. */
  readonly personName: (tx: Tx, userId: string) => Promise<string>;
}

/** On whose behalf a transaction runs. */
export interface Behalf {
  readonly actor: Actor;
  readonly permission: string;
  readonly request: RequestFacts;
  /** Leaves an audit row even if it only reads (AU-R47). */
  readonly logged?: boolean;
  /** Why, as the caller was asked. */
  readonly reason?: string | null;
  readonly keepsBody?: boolean;
  /** Codes of the call that only a record may keep which holds them already. */
  readonly retired?: readonly RetiredCode[];
}

interface Work<T> {
  readonly behalf: Behalf;
  readonly audited: AuditedCall | null;
  readonly act: (tx: Tx) => Promise<T>;
}

/** Serialisation, deadlock, and a prepared statement whose table the next release has just changed. */
const PASSING = new Set(["40001", "40P01", "0A000"]);
const TRIES = 3;
/** A key to seal with and one to hash with. */
const VAULT_BYTES = 64;

const jobRequest = (): RequestFacts => ({ ...systemRequest(newId()), source: "JOB" });

/** One server process over the shared database: everything that lives on between calls. */
export class PlatformNode {
  readonly modules: readonly Module[];
  readonly database: Database;
  readonly log: Logger;
  readonly clock: Clock;
  readonly params: ParamStore;
  readonly map: MapService | null;
  /** Background work, as operators see it. */
  readonly work: WorkView;
  readonly live: LiveHub;
  readonly access: NodeAccess;
  readonly events: EventDispatcher;
  readonly afterwards: Afterwards;
  readonly #numbering: Numbering;
  readonly #notifications: Notifications;
  readonly #caches: CacheSignals;
  readonly #queue: JobQueue;
  readonly #scheduler: Scheduler;
  readonly #listeners: readonly Listener[];
  readonly #endpoints: readonly Endpoint[];
  readonly #workInHand: readonly WorkInHand[];
  readonly #usages: readonly Usage[];
  readonly #kept: KeptValues;
  readonly #todos: readonly TodoSource[];
  readonly #files: Files;
  #vault: Vault | null = null;
  readonly #personName: NodeOptions["personName"];

  constructor(options: NodeOptions) {
    const { modules, log } = options;
    this.modules = modules;
    this.log = log;
    this.afterwards = new Afterwards(log);
    this.clock = options.clock ?? systemClock;
    this.#personName = options.personName;
    this.map = options.map ?? null;
    this.database = openDatabase(options.address, { poolSize: options.poolSize, log });
    this.params = new ParamStore(modules.flatMap((module) => module.params ?? []));
    this.#numbering = new Numbering(
      this.database.aside,
      modules.flatMap((module) => module.numbers ?? []),
    );
    this.#notifications = new Notifications(options.address, log);
    this.live = new LiveHub(this.database.reader, this.#notifications, (ids) => this.#livingOf(ids));
    this.#listeners = modules.flatMap((module) => module.listeners ?? []);
    this.#workInHand = modules.flatMap((module) => module.workInHand ?? []);
    this.#usages = modules.flatMap((module) => module.usages ?? []);
    this.#todos = modules.flatMap((module) => module.todos ?? []);
    const caches = new CacheSignals(this.#notifications);
    this.#caches = caches;
    this.access = {
      read: (act) => this.read(this.#bySystem("system"), act),
      commit: (act) => this.transaction(this.#bySystem("system"), null, act),
      onInvalidate: (prefix, drop) => caches.onInvalidate(prefix, drop),
      now: () => this.clock.now(),
      endpoints: () => this.#endpoints,
    };
    this.#kept = new KeptValues(this.access.read, caches);
    const kinds = modules.flatMap((module) => module.files ?? []);
    this.#files = new Files(kinds, pgFileStore(this.access), options.fileStore);
    caches.onInvalidate("params", () => void this.params.load(this.database.reader).catch(() => undefined)); // next change loads anew
    caches.onInvalidate("numberRules", () => void this.#numbering.load().catch(() => undefined)); // as above
    const inTransaction = <T>(permission: string, act: (tx: Tx) => Promise<T>) =>
      this.transaction(this.#bySystem(permission), null, act);
    const around = { log, inTransaction, notifications: this.#notifications, now: () => this.clock.now() };
    const scheduled = modules
      .flatMap((module) => module.schedules ?? [])
      .map((schedule) => ({ schedule, job: jobOf(schedule) }));
    const jobs: JobType[] = [
      ...modules.flatMap((module) => module.jobs ?? []),
      taskJob(taskWorkOf(modules), {
        lookAs: (actor, permission, act) => this.look({ actor, permission, request: jobRequest() }, act),
        actAs: (actor, { permission, name }, act) => {
          const audited = { action: "JOB platform.task", actionName: `导入${name}`, module: "platform" };
          return this.transaction({ actor, permission, request: jobRequest() }, { ...audited, result: "SUCCESS" }, act);
        },
      }),
      ...scheduled.map(({ job }) => job),
    ];
    this.#queue = new JobQueue(options.address, jobs, around);
    this.#scheduler = new Scheduler(scheduled, around);
    this.work = { queue: this.#queue, jobs, schedules: scheduled.map(({ schedule }) => schedule) };
    this.events = new EventDispatcher(this.#listeners, around);
    this.#endpoints = routesOf(this).map(({ route }) => route.endpoint);
  }

  /** Connects and prepares; with `background`, also runs jobs, schedules and event deliveries. */
  async start({ background }: { background: boolean }): Promise<void> {
    await this.#queue.start();
    this.#vault = new Vault((await sharedSecret(this.database.writer, "personal-data", VAULT_BYTES)).value);
    await this.params.load(this.database.reader);
    await this.#numbering.load();
    for (const module of this.modules) module.connect?.(this.access);
    if (background) this.events.start();
    await this.#notifications.start();
    this.live.start();
    if (!background) return;
    await this.#queue.work();
    this.#scheduler.start();
  }

  async stop(): Promise<void> {
    this.live.stop();
    await this.afterwards.settle();
    await this.#scheduler.stop();
    await this.events.stop();
    await this.#queue.stop();
    for (const module of this.modules) await module.disconnect?.();
    await this.#notifications.stop();
    await this.database.close();
  }

  /** Work on read-only connections: each statement sees what was committed before it. */
  async read<T>(behalf: Behalf, act: (tx: Tx) => Promise<T>): Promise<T> {
    return act(this.#tx(this.database.reader, behalf));
  }

  /** One state of the data, for as long as it takes. */
  async look<T>(behalf: Behalf, act: (tx: Tx) => Promise<T>): Promise<T> {
    return this.database.longReader
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute((kysely) => act(this.#tx(kysely, behalf)));
  }

  /** One transaction; with `audited`, its audit row is part of it. What passes by itself, such as a deadlock, is tried again. */
  transaction<T>(behalf: Behalf, audited: AuditedCall | null, act: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transactionOn(this.database.writer, { behalf, audited, act });
  }

  async #transactionOn<T>(database: Kysely<unknown>, { behalf, audited, act }: Work<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const stale: string[] = [];
      try {
        const answer = await database.transaction().execute(async (kysely) => {
          const tx = this.#tx(kysely, behalf, stale);
          const answer = await act(tx).catch((error: unknown) => {
            if (error instanceof BusinessError) error.about ??= tx.trail.target;
            throw error;
          });
          await tellTodos(tx, this.#todos);
          if (audited) await writeAudit(tx, audited);
          return answer;
        });
        for (const key of stale) this.#caches.drop(key);
        return answer;
      } catch (error) {
        if (attempt >= TRIES || !PASSING.has(errorCode(error))) throw error;
      }
    }
  }

  async #livingOf(sessionIds: readonly string[]): Promise<ReadonlySet<string>> {
    const living = this.modules.find((module) => module.livingSessions)?.livingSessions;
    return living ? this.access.read((tx) => living(tx, sessionIds)) : new Set(sessionIds);
  }

  #bySystem(permission: string): Behalf {
    return { actor: systemActor, permission, request: systemRequest(newId()) };
  }

  #tx(kysely: Kysely<unknown>, behalf: Behalf, stale: string[] = []): Tx {
    const { actor, permission, request, reason, retired } = behalf;
    const now = this.clock.now();
    const tx: Tx = {
      kysely,
      actor,
      now,
      permission,
      request,
      trail: new AuditTrail(reason ?? null, retired),
      log: this.log,
      endpoints: this.#endpoints,
      workInHand: this.#workInHand,
      usages: this.#usages,
      files: this.#files,
      vault: this.#vault ?? notStarted(),
      personName: (userId) => this.#personName(tx, userId),
      param: (declared) => this.params.get(declared),
      kept: (declared, key) => this.#kept.get(declared, key),
      publish: (event, payload) =>
        storeEvent(kysely, event as unknown as EventType, payload, { now, listeners: this.#listeners }),
      publishAll: (event, payloads) =>
        storeEvents(kysely, event as unknown as EventType, payloads, { now, listeners: this.#listeners }),
      enqueue: (job, payload, options) => this.#queue.enqueue(kysely, job as unknown as JobType, payload, options),
      tell: (audience, event) => tellLive(kysely, audience, event, now),
      noteWholeSearch: (search) => {
        const behalf = { actor: actor.seenBy ?? actor, permission, request };
        const { notes } = this.database; // a call that writes holds a connection of the writers already
        return noteWholeSearch((act) => this.#transactionOn(notes, { behalf, audited: null, act }), search);
      },
      nextNumber: (kind) => this.#numbering.next(kind, now),
      invalidate: async (key) => {
        stale.push(key);
        await tellCaches(kysely, key);
      },
    };
    return tx;
  }
}

function notStarted(): never {
  throw new Error("the node works before it was started");
}
