import type { z } from "zod";
import type { Tx } from "../db/tx.ts";

/** Background work of a module. It may run more than once for the same payload, so it must be idempotent. */
export interface JobType<P extends z.ZodObject = z.ZodObject> {
  readonly name: `${string}.${string}`;
  /** The Chinese title for operators. */
  readonly title?: string;
  readonly payload: P;
  readonly retries: number;
  /** How many of them one node runs in parallel. */
  readonly parallel: number;
  /** Whether only one runs at a time on all nodes. Jobs that are queued meanwhile are dropped. */
  readonly alone?: true;
  /** Runs the work. Each `step` is a transaction of its own, so that network calls can be made between them. */
  run(work: JobRun, payload: z.output<P>): Promise<void>;
}

export interface JobRun {
  step<T>(act: (tx: Tx) => Promise<T>): Promise<T>;
}

type Declared<P extends z.ZodObject> = Omit<JobType<P>, "retries" | "parallel"> & {
  retries?: number;
  parallel?: number;
};

export function job<P extends z.ZodObject>(declared: Declared<P>): JobType<P> {
  return { retries: 3, parallel: 1, ...declared };
}

/** Work at set times (Asia/Shanghai), once per slot whatever the number of nodes; a missed slot is caught up once. */
export interface Schedule {
  readonly name: `${string}.${string}`;
  /** As of a job. */
  readonly title?: string;
  /** Five cron fields, or an interval in seconds. */
  readonly at: string | { readonly everySeconds: number };
  run(work: JobRun): Promise<void>;
}

export function schedule(declared: Schedule): Schedule {
  return declared;
}
