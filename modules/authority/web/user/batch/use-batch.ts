import type { BatchOutcome } from "@ops/authority/contract";
import { listIdleUsers, listUsers } from "@ops/authority/contract";
import type { Envelope } from "@ops/platform/contract";
import { CallFailure, feedback, queryClient, queryKeyOf } from "@ops/platform/web";
import { useState } from "react";

/** So many go in one call: each takes its time, and progress shows in between. */
const CHUNK = 50;

export interface BatchProgress {
  readonly phase: "asked" | "trying" | "tried" | "running" | "done";
  readonly handled: number;
  readonly outcome: BatchOutcome;
}

type Send = (ids: string[]) => Promise<Envelope<BatchOutcome>>;

const blank: BatchProgress = { phase: "asked", handled: 0, outcome: { done: 0, refusals: [] } };

/** A batch from the question to the result: tried first, then done to those who passed. */
export function useBatch(ids: readonly string[]) {
  const [progress, setProgress] = useState(blank);

  /** Sends chunk by chunk; a refused or failed call stops, and what was done until then is shown. */
  async function inChunks(phase: "trying" | "running", all: readonly string[], send: Send): Promise<boolean> {
    let outcome: BatchOutcome = { done: 0, refusals: [] };
    setProgress({ phase, handled: 0, outcome });
    for (let at = 0; at < all.length; at += CHUNK) {
      const answer = await send(all.slice(at, at + CHUNK));
      if (!answer.success) return false;
      const { done, refusals } = answer.data;
      outcome = { done: outcome.done + done, refusals: [...outcome.refusals, ...refusals] };
      setProgress({ phase, handled: Math.min(at + CHUNK, all.length), outcome });
    }
    return true;
  }

  async function attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown; // a failed call has been told already
      setProgress((now) => ({ ...now, phase: now.phase === "running" ? "done" : "asked" }));
    }
  }

  return {
    ...progress,
    askAgain: () => setProgress(blank),
    preview: (send: Send) =>
      attempt(async () => {
        const passed = await inChunks("trying", ids, send);
        setProgress((now) => ({ ...now, phase: passed ? "tried" : "asked" }));
      }),
    run: (send: Send) =>
      attempt(async () => {
        const refused = new Set(progress.outcome.refusals.map(({ userId }) => userId));
        const all = await inChunks(
          "running",
          ids.filter((id) => !refused.has(id)),
          send,
        );
        setProgress((now) => ({ ...now, phase: "done" }));
        for (const stale of [listUsers, listIdleUsers]) {
          void queryClient.invalidateQueries({ queryKey: queryKeyOf(stale) });
        }
        if (all) feedback.message.success("批量操作完成");
      }),
  };
}
