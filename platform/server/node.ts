import { BusinessError, type Endpoint, type EventType, todoTopic } from "@ops/platform/contract";
import type { Kysely } from "kysely";
import { type Actor, systemActor } from "./actor.ts";
import { Afterwards } from "./afterwards.ts";
import { type Approvals, approvalsOf, flowParams } from "./approval/flow.ts";
import { AuditTrail } from "./audit/trail.ts";
import { type AuditedCall, writeAudit } from "./audit/write.ts";
import { CacheSignals, tellCaches } from "./cache/caches.ts";
import { KeptValues } from "./cache/kept.ts";
import { type Clock, systemClock } from "./clock.ts";
import { Notifications } from "./db/connection/notify.ts";
import { type Database, type DatabaseAddress, errorCode, openDatabase } from "./db/database.ts";
import type { Tx } from "./db/tx.ts";
import type { RetiredCode } from "./dict/codes.ts";
import { EventDispatcher } from "./events/dispatcher.ts";
import { storeEvent, storeEvents } from "./events/publish.ts";
import { type FileStore, Files, pgFileStore } from "./file/store.ts";
import { DeclaredWork } from "./jobs/declared-work.ts";
import type { JobType } from "./jobs/job.ts";
import { JobQueue } from "./jobs/queue.ts";
import type { WorkView } from "./jobs/routes.ts";
import { jobOf, Scheduler } from "./jobs/scheduler.ts";
import type { MapService } from "./lbs/map-service.ts";
import { LiveHub, tellLive } from "./live/hub.ts";
import { tellTopic } from "./live/tell-topic.ts";
import type { Logger } from "./log.ts";
import type { HomeWidget, Listener, Module, NodeAccess } from "./module.ts";
import type { NoticeCarrier } from "./notice/carrier.ts";
import { Numbering } from "./number/numbering.ts";
import { askOutside } from "./outside/ask.ts";
import type { OutsidePlace, OutwardPort } from "./outside/port.ts";
import { OutsideRunner } from "./outside/runner.ts";
import { ParamStore } from "./params/store.ts";
import { Gifts } from "./port.ts";
import { type Refs, refsOfModules } from "./refs/source.ts";
import { type RequestFacts, systemRequest } from "./request.ts";
import { routesOf } from "./routes-of.ts";
import { newId } from "./secret/crypto.ts";
import { sharedSecret } from "./secret/secrets.ts";
import { Vault } from "./secret/vault.ts";
import { taskJob } from "./task/job.ts";
import { taskWorkOf } from "./task/work.ts";
import { TimerRunner } from "./timer/runner.ts";
import { clearTimer, setTimer } from "./timer/set-timer.ts";
import type { TimerType } from "./timer/timer.ts";
import { TodoNews } from "./todo/news.ts";
import { noteWholeSearch } from "./unmask/whole-value.ts";
import type { Usage } from "./usage.ts";
import { sortForHandOver, type WorkInHand } from "./work-in-hand.ts";

export interface NodeOptions {
  readonly address: DatabaseAddress;
  readonly poolSize: number;
  readonly poolWaitMs?: number;
  readonly modules: readonly Module[];
  readonly log: Logger;
  readonly clock?: Clock;
  /** Where contents of new files go; into the database without it. */
  readonly fileStore?: FileStore;
  /** Who knows addresses; without it, divisions and the places of modules. */
  readonly map?: MapService;
  /** Finds the address of a port's outside system. Without one, the port cannot make calls. */
  readonly outsidePlaces?: (port: string) => OutsidePlace | null;
  /** How a person is called; only authority knows. */
  readonly personName: (tx: Tx, userId: string) => Promise<string>;
}

/** The person for whom a transaction runs. */
export interface Behalf {
  readonly actor: Actor;
  readonly permission: string;
  readonly request: RequestFacts;
  /** Leaves an audit row even if it only reads (AU-R47). */
  readonly logged?: boolean;
  /** The reason that the caller gave. */
  readonly reason?: string | null;
  readonly keepsBody?: boolean;
  /** Codes in the call that only a record which already has them may keep. */
  readonly retired?: readonly RetiredCode[];
}

interface Work<T> {
  readonly behalf: Behalf;
  readonly audited: AuditedCall | null;
  readonly act: (tx: Tx) => Promise<T>;
}

/** Serialisation failures, deadlocks, and a prepared statement whose table a newer release has just changed. */
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
  readonly timers: TimerRunner;
  readonly outside: OutsideRunner;
  readonly afterwards: Afterwards;
  readonly #numbering: Numbering;
  readonly #notifications: Notifications;
  readonly #caches: CacheSignals;
  readonly #queue: JobQueue;
  readonly #scheduler: Scheduler;
  readonly #listeners: readonly Listener[];
  readonly #declared: DeclaredWork;
  readonly #endpoints: readonly Endpoint[];
  readonly #workInHand: readonly WorkInHand[];
  readonly #usages: readonly Usage[];
  readonly #gifts: Gifts;
  readonly #homeWidgets: readonly HomeWidget[];
  readonly #noticeCarriers: readonly NoticeCarrier[];
  readonly #figures: Tx["figures"];
  readonly #refs: Refs;
  readonly #approvals: Approvals;
  readonly #kept: KeptValues;
  readonly #todos: TodoNews;
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
    this.database = openDatabase(options.address, {
      poolSize: options.poolSize,
      poolWaitMs: options.poolWaitMs,
      log,
    });
    this.params = new ParamStore([...modules.flatMap((module) => module.params ?? []), ...flowParams(modules)]);
    this.#numbering = new Numbering(
      this.database.aside,
      modules.flatMap((module) => module.numbers ?? []),
    );
    this.#notifications = new Notifications(options.address, log);
    this.live = new LiveHub(this.database.reader, this.#notifications, (ids) => this.#livingOf(ids));
    this.#listeners = modules.flatMap((module) => module.listeners ?? []);
    this.#workInHand = sortForHandOver(modules.flatMap((module) => module.workInHand ?? []));
    this.#usages = modules.flatMap((module) => module.usages ?? []);
    this.#gifts = new Gifts(modules);
    this.#homeWidgets = modules.flatMap((module) => module.homeWidgets ?? []);
    this.#noticeCarriers = modules.flatMap((module) => module.noticeCarriers ?? []);
    this.#figures = {
      counters: modules.flatMap((module) => module.stageCounters ?? []),
      days: modules.flatMap((module) => module.dayFigures ?? []),
    };
    this.#refs = refsOfModules(modules);
    this.#approvals = approvalsOf(modules);
    this.#todos = new TodoNews(
      modules.flatMap((module) => module.todos ?? []),
      (keys) => tellTopic(this.database.notes, { topic: todoTopic }, keys),
    );
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
    // the next change loads them again
    caches.onInvalidate("params", () => void this.params.load(this.database.reader).catch(() => undefined));
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
        actAs: (actor, { permission, actionName }, act) => {
          const audited = { action: "JOB platform.task", actionName, module: "platform" };
          return this.transaction({ actor, permission, request: jobRequest() }, { ...audited, result: "SUCCESS" }, act);
        },
      }),
      ...scheduled.map(({ job }) => job),
    ];
    this.#queue = new JobQueue(options.address, jobs, around);
    this.#scheduler = new Scheduler(scheduled, around);
    const timers = modules.flatMap((module) => module.timers ?? []);
    const schedules = scheduled.map(({ schedule }) => schedule);
    const names = { LISTENER: this.#listeners.map(({ name }) => name), TIMER: timers.map(({ kind }) => kind) };
    this.#declared = new DeclaredWork(names, around);
    const declared = this.#declared;
    this.work = { queue: this.#queue, jobs, schedules, listeners: this.#listeners, timers, declared };
    this.events = new EventDispatcher(this.#listeners, around);
    this.timers = new TimerRunner(timers, around);
    this.outside = new OutsideRunner(
      modules.flatMap((module) => module.outward ?? []),
      { ...around, places: options.outsidePlaces ?? (() => null) },
    );
    this.#endpoints = routesOf(this).map(({ route }) => route.endpoint);
  }

  /** Connects and prepares; with `background`, also runs jobs, schedules and event deliveries. */
  async start({ background }: { background: boolean }): Promise<void> {
    await this.#queue.start();
    this.#vault = new Vault((await sharedSecret(this.database.writer, "personal-data", VAULT_BYTES)).value);
    await this.params.load(this.database.reader);
    await this.#numbering.load();
    for (const module of this.modules) module.connect?.(this.access);
    if (background) {
      await this.#declared.start();
      this.events.start();
      this.timers.start();
      this.outside.start();
    }
    await this.#notifications.start();
    this.live.start();
    if (!background) return;
    await this.#queue.work();
    this.#scheduler.start();
  }

  async stop(): Promise<void> {
    this.live.stop();
    this.#todos.stop();
    await this.afterwards.settle();
    await this.#scheduler.stop();
    await this.outside.stop();
    await this.timers.stop();
    await this.events.stop();
    await this.#declared.stop();
    await this.#queue.stop();
    for (const module of this.modules) await module.disconnect?.();
    await this.#notifications.stop();
    await this.database.close();
  }

  /** Runs work on read-only connections. Each statement sees what was committed before it. */
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

  /**
   * Runs one transaction. With `audited` its audit row is part of it. Temporary errors such as deadlocks are tried
   * again.
   */
  transaction<T>(behalf: Behalf, audited: AuditedCall | null, act: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#transactionOn(this.database.writer, { behalf, audited, act });
  }

  async #transactionOn<T>(database: Kysely<unknown>, { behalf, audited, act }: Work<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const stale: string[] = [];
      try {
        const changed = new Set<string>();
        const answer = await database.transaction().execute(async (kysely) => {
          const tx = this.#tx(kysely, behalf, stale);
          const answer = await act(tx).catch((error: unknown) => {
            if (error instanceof BusinessError) error.about ??= tx.trail.target;
            throw error;
          });
          if (audited) await writeAudit(tx, audited);
          for (const table of tx.trail.tables) changed.add(table);
          return answer;
        });
        this.#todos.note(changed);
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
      given: (port) => this.#gifts.to(port),
      homeWidgets: this.#homeWidgets,
      noticeCarriers: this.#noticeCarriers,
      figures: this.#figures,
      refs: this.#refs,
      approvals: this.#approvals,
      files: this.#files,
      vault: this.#vault ?? refuseBeforeStart(),
      personName: (userId) => this.#personName(tx, userId),
      param: (declared) => this.params.get(declared),
      kept: (declared, key) => this.#kept.get(declared, key),
      publish: (event, payload) =>
        storeEvent(kysely, event as unknown as EventType, payload, { now, listeners: this.#listeners }),
      publishAll: (event, payloads) =>
        storeEvents(kysely, event as unknown as EventType, payloads, { now, listeners: this.#listeners }),
      enqueue: (job, payload, options) => this.#queue.enqueue(kysely, job as unknown as JobType, payload, options),
      setTimer: (timer, key, at, payload) => setTimer(kysely, timer as unknown as TimerType, { key, at, payload, now }),
      clearTimer: (timer, key) => clearTimer(kysely, timer, key),
      askOutside: (port, key, request) =>
        askOutside(kysely, port as unknown as OutwardPort, {
          key,
          request,
          now,
          userId: actor.userId,
          vault: tx.vault,
        }),
      tell: (audience, event) => tellLive(kysely, audience, event, now),
      tellTopic: (audience, ids) => tellTopic(kysely, audience, ids),
      noteWholeSearch: (search) => {
        const behalf = { actor: actor.seenBy ?? actor, permission, request };
        const { notes } = this.database; // a call that writes already has a connection of the writers
        return noteWholeSearch((act) => this.#transactionOn(notes, { behalf, audited: null, act }), search);
      },
      nextNumber: (kind) => this.#numbering.next(kind, now),
      nextNumbers: (kind, count) => this.#numbering.nextMany(kind, count, now),
      invalidate: async (key) => {
        stale.push(key);
        await tellCaches(kysely, key);
      },
    };
    return tx;
  }
}

function refuseBeforeStart(): never {
  throw new Error("the node works before it was started");
}
