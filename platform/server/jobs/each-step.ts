import type { Tx } from "../db/tx.ts";
import type { JobRun } from "./job.ts";

/** Works through records at night, each in a step of its own. One that fails does not keep the others waiting. */
export async function eachInStep(
  { step }: JobRun,
  find: (tx: Tx) => Promise<readonly string[]>,
  act: (tx: Tx, id: string) => Promise<void>,
): Promise<void> {
  for (const id of await step(find)) {
    try {
      await step((tx) => act(tx, id));
    } catch (error) {
      await step(async (tx) => tx.log.error({ err: error, record: id }, "a record was left for the next night"));
    }
  }
}
