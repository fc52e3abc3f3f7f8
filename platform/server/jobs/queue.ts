import { commonErrors, jobErrors } from "@ops/platform/contract";
import { type Kysely, sql } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import { connectionOptions, type DatabaseAddress, errorCode } from "../db/database.ts";
import type { EnqueueOptions, Tx } from "../db/tx.ts";
import type { Logger } from "../log.ts";
import { newId } from "../secret/crypto.ts";
import type { JobRun, JobType } from "./job.ts";

interface Surroundings {
  readonly log: Logger;
  /** A transaction of a job's step. */
  inTransaction<T>(permission: string, act: (tx: Tx) => Promise<T>): Promise<T>;
}

const LEASE_SECONDS = 900;
/** A worker that was silent for so long counts as dead. Dead workers are searched as often. */
const DEAD_SECONDS = 10;
/** How long finally failed jobs are kept. Finished ones are deleted earlier (`forgetDone`). */
const FAILED_SECONDS = 7 * 86_400;

/** The error code of PostgreSQL after `lock_timeout`. */
const LOCK_TIMEOUT = "55P03";

/** The queue of background work. Jobs are enqueued with the transaction that wants them and run on any node. */
export class JobQueue {
  readonly #boss: PgBoss;
  readonly #jobs: readonly JobType[];
  readonly #around: Surroundings;

  constructor(address: DatabaseAddress, jobs: readonly JobType[], around: Surroundings) {
    this.#boss = new PgBoss({
      ...connectionOptions(address),
      max: 4,
      schedule: false,
      superviseIntervalSeconds: DEAD_SECONDS,
      monitorIntervalSeconds: DEAD_SECONDS,
      useListenNotify: true, // a job starts with the commit that queues it, and polling only finds missed ones
      application_name: "console-jobs",
    });
    this.#boss.on("error", (error) => around.log.warn({ err: error }, "the job queue met an error"));
    this.#jobs = jobs;
    this.#around = around;
  }

  /** Makes the queues that are missing, and changes those that another release has made otherwise. */
  async start(): Promise<void> {
    await this.#boss.start();
    const known = new Map((await this.#boss.getQueues()).map((queue) => [queue.name, queue]));
    for (const job of this.#jobs) {
      const [queue, options] = [known.get(job.name), queueOptionsOf(job)];
      if (!queue) await this.#boss.createQueue(job.name, { policy: job.alone ? "exclusive" : "short", ...options });
      else if (!hasOptions(queue, options)) await this.#boss.updateQueue(job.name, options);
    }
  }

  async work(): Promise<void> {
    for (const job of this.#jobs) {
      const options = { localConcurrency: job.parallel, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 };
      await this.#boss.work(job.name, options, async ([taken]) => {
        if (taken) await this.#run(job, taken);
      });
    }
  }

  async enqueue(database: Kysely<unknown>, job: JobType, payload: object, options: EnqueueOptions = {}): Promise<void> {
    await this.#boss.send(job.name, job.payload.parse(payload), {
      db: fromKysely(database),
      singletonKey: options.key ?? newId(), // the queue has one waiting job per key
      ...(options.startAfterSeconds === undefined ? {} : { startAfter: options.startAfterSeconds }),
    });
  }

  /** Tries a finally failed job again, after the commit of this transaction. */
  async retry(tx: Tx, id: string): Promise<true> {
    const { rows } = await sql<{ name: string; state: string }>`
      select name, state from pgboss.job where id = ${id} and state <> 'completed' for update`.execute(tx.kysely);
    const [found] = rows;
    if (!found) throw commonErrors.notFound();
    if (found.state !== "failed") throw jobErrors.notFailed();
    tx.trail.about("job", id, found.name);
    try {
      await this.#boss.retry(found.name, id, { db: fromKysely(tx.kysely) });
    } catch (error) {
      throw errorCode(error) === "23505" ? jobErrors.alreadyWaiting() : error;
    }
    return true;
  }

  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 8_000 });
  }

  async #run(job: JobType, { id, data }: { id: string; data: unknown }): Promise<void> {
    const work: JobRun = { step: (act) => this.#around.inTransaction(`job:${job.name}`, act) };
    try {
      await job.run(work, job.payload.parse(data));
    } catch (error) {
      this.#tell(error, { job: job.name, id });
      throw error;
    }
  }

  /** Logs an error. A lock timeout is not logged as one, because the queue tries the job again. */
  #tell(error: unknown, what: { job: string; id: string }): void {
    const { log } = this.#around;
    if (errorCode(error) === LOCK_TIMEOUT) log.warn(what, "a job waited too long for a lock and will be tried again");
    else log.error({ err: error, ...what }, "a job failed and will be tried again");
  }
}

function queueOptionsOf({ retries, alone }: JobType) {
  return {
    retryLimit: retries,
    retryDelay: alone ? 2 : 5,
    retryBackoff: true,
    notify: true,
    expireInSeconds: LEASE_SECONDS,
    heartbeatSeconds: DEAD_SECONDS,
    deleteAfterSeconds: FAILED_SECONDS,
  };
}

function hasOptions(queue: object, options: object): boolean {
  const held = new Map(Object.entries(queue));
  return Object.entries(options).every(([name, value]) => held.get(name) === value);
}
