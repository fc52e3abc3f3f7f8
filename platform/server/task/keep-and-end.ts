import type { Tx } from "../db/tx.ts";
import { keepFile, type NewFile } from "../file/keep.ts";
import type { JobRun } from "../jobs/job.ts";

/** Keeps a file and ends the task in one transaction: there is no file without its task, and no task without its file. */
export async function keepAndEnd(work: JobRun, file: NewFile, end: (tx: Tx) => Promise<void>): Promise<void> {
  const finish = <T>(act: (tx: Tx) => Promise<T>): Promise<T> =>
    work.step(async (tx) => {
      const kept = await act(tx);
      await end(tx);
      return kept;
    });
  await keepFile({ commit: (act) => work.step(act), finish }, file);
}
