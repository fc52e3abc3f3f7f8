import { commonErrors, jobErrors } from "@ops/platform/contract";
import { type Kysely, sql } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import { newId } from "../crypto.ts";
import { connectionOptions, type DatabaseAddress, errorCode } from "../db/database.ts";
import type { EnqueueOptions, Tx } from "../db/tx.ts";
import type { Logger } from "../log.ts";
import type { JobRun, JobType } from "./job.ts";

interface Surroundings {
  readonly log: Logger;
  /** A transaction of a job's step. */
  inTransaction<T>(permission: string, act: (tx: Tx) => Promise<T>): Promise<T>;
}

const LEASE_SECONDS = 900;
/** A worker that has been silent for so long is dead, and so often somebody looks for such ones. */
const DEAD_SECONDS = 10;
/** What failed for good is seen for so long; what is done goes earlier (`forgetDone`). */
const FAILED_SECONDS = 7 * 86_400;

/** What PostgreSQL says after `lock_timeout`. */
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
      useListenNotify: true, // a job starts at the commit that wants it; polling only catches what was missed
      application_name: "console-jobs",
    });
    this.#boss.on("error", (error) => around.log.warn({ err: error }, "the job queue met an error"));
    this.#jobs = jobs;
    this.#around = around;
  }

  async start(): Promise<void> {
    await this.#boss.start();
    const known = new Set((await this.#boss.getQueues()).map(({ name }) => name));
    for (const { name, retries, alone } of this.#jobs) {
      const options = {
        retryLimit: retries,
        retryDelay: alone ? 2 : 5,
        retryBackoff: true,
        notify: true,
        expireInSeconds: LEASE_SECONDS,
        heartbeatSeconds: DEAD_SECONDS,
        deleteAfterSeconds: FAILED_SECONDS,
      };
      if (known.has(name)) await this.#boss.updateQueue(name, options);
      else await this.#boss.createQueue(name, { policy: alone ? "exclusive" : "short", ...options });
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
      singletonKey: options.key ?? newId(), // the queue holds one waiting job per key
      ...(options.startAfterSeconds === undefined ? {} : { startAfter: options.startAfterSeconds }),
    });
  }

  /** Tries what failed for good once more, with the commit of this transaction. */
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

  /** Work that had to wait too long for a lock meets no fault: the queue tries it again by itself. */
  #tell(error: unknown, what: { job: string; id: string }): void {
    const { log } = this.#around;
    if (errorCode(error) === LOCK_TIMEOUT) log.warn(what, "a job waited too long for a lock and will be tried again");
    else log.error({ err: error, ...what }, "a job failed and will be tried again");
  }
}
