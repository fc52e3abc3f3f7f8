import type { JobRun } from "../jobs/job.ts";
import { type ClaimedTask, renewLease } from "./claim.ts";

const TELL_MS = 1_000;
const RENEW_MS = 5_000;

/** The task was cancelled, or another worker has it. */
export class LeaseLost extends Error {}

/** The lease of a task while it runs. It renews itself, stores the progress, and knows when it is lost. */
export class TaskLease {
  readonly task: ClaimedTask;
  readonly #work: JobRun;
  readonly #timer: NodeJS.Timeout;
  #at: { done: number; total: number | null };
  #told: { done: number; at: number };
  #telling: Promise<void> | null = null;
  #lost = false;

  constructor(work: JobRun, task: ClaimedTask) {
    this.#work = work;
    this.task = task;
    this.#at = { done: task.done, total: task.total };
    this.#told = { done: task.done, at: Date.now() };
    this.#timer = setInterval(() => {
      this.#telling ??= this.#tell().finally(() => {
        this.#telling = null;
      });
    }, TELL_MS);
  }

  progress(done: number, total: number | null): void {
    this.#at = { done, total };
  }

  get done(): number {
    return this.#at.done;
  }

  requireHeld(): void {
    if (this.#lost) throw new LeaseLost();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#telling;
  }

  async #tell(): Promise<void> {
    const isNews = this.#at.done !== this.#told.done;
    if (!isNews && Date.now() - this.#told.at < RENEW_MS) return;
    const at = this.#at;
    try {
      if (!(await this.#work.step((tx) => renewLease(tx, this.task, at)))) this.#lost = true;
      this.#told = { done: at.done, at: Date.now() };
    } catch {
      // the database cannot be reached; if this lasts, the lease ends
    }
  }
}
