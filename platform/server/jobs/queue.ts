import type { Kysely } from "kysely";
import { fromKysely, PgBoss } from "pg-boss";
import { newId } from "../crypto.ts";
import { connectionOptions, type DatabaseAddress } from "../db/database.ts";
import type { EnqueueOptions, Tx } from "../db/tx.ts";
import type { Logger } from "../log.ts";
import type { JobRun, JobType } from "./job.ts";

interface Surroundings {
  readonly log: Logger;
  /** A transaction of a job's step. */
  inTransaction<T>(permission: string, act: (tx: Tx) => Promise<T>): Promise<T>;
}

const LEASE_SECONDS = 900;

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
      useListenNotify: true, // a job starts at the commit that wants it; polling only catches what was missed
      application_name: "console-jobs",
    });
    this.#boss.on("error", (error) => around.log.warn({ err: error }, "the job queue met an error"));
    this.#jobs = jobs;
    this.#around = around;
  }

  async start(): Promise<void> {
    await this.#boss.start();
    for (const { name, retries, alone } of this.#jobs) {
      const options = { retryLimit: retries, retryDelay: 5, retryBackoff: true, expireInSeconds: LEASE_SECONDS };
      await this.#boss.createQueue(name, {
        policy: alone ? "exclusive" : "short",
        notify: true,
        heartbeatSeconds: 30,
        ...options,
      });
    }
  }

  async work(): Promise<void> {
    for (const job of this.#jobs) {
      const options = { localConcurrency: job.parallel, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 5 };
      await this.#boss.work(job.name, options, async ([taken]) => {
        if (taken) await this.#run(job, taken.data);
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

  async stop(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 8_000 });
  }

  async #run(job: JobType, payload: unknown): Promise<void> {
    const work: JobRun = { step: (act) => this.#around.inTransaction(`job:${job.name}`, act) };
    try {
      await job.run(work, job.payload.parse(payload));
    } catch (error) {
      this.#around.log.error({ err: error, job: job.name }, "a job failed and will be tried again");
      throw error;
    }
  }
}
