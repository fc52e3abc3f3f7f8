import type { AnswerOf, CallInput, Endpoint, Envelope } from "@ops/platform/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { feedback } from "../shell/feedback.ts";
import { useOnline } from "../shell/online.ts";
import { call } from "./client.ts";
import { intentKeys } from "./idempotency.ts";
import { refreshAround } from "./refresh.ts";
import { queryKeyOf } from "./use-query.ts";

export interface UseCallOptions<E extends Endpoint> {
  /** Message after success. */
  done?: string;
  /** Calls of other services whose answers become outdated. The own service is loaded again automatically. */
  refreshes?: readonly Endpoint[];
  onDone?: (answer: AnswerOf<E>) => void;
  silent?: boolean;
  /** Lets go of the calls under way: nobody waits for them any more. */
  signal?: AbortSignal;
  /** How long the page waits; half a minute without it. */
  timeoutMs?: number;
}

export interface Caller<E extends Endpoint> {
  call(input: CallInput<E>): Promise<Envelope<AnswerOf<E>>>;
  pending: boolean;
  /** True while the browser is offline: submit buttons are disabled (PF-R75). */
  offline: boolean;
}

/** An action of a page: sends it once, shows the outcome and loads changed data again. */
export function useCall<E extends Endpoint>(endpoint: E, options: UseCallOptions<E> = {}): Caller<E> {
  const cache = useQueryClient();
  const { signal, timeoutMs } = options;
  const waits = { ...(signal ? { signal } : {}), ...(timeoutMs ? { timeoutMs } : {}) };
  const online = useOnline();
  const [keys] = useState(intentKeys);
  const [running, setRunning] = useState(0);

  async function run(input: CallInput<E>): Promise<Envelope<AnswerOf<E>>> {
    setRunning((count) => count + 1);
    try {
      const keyed = endpoint.method === "POST" && !endpoint.secret ? { idempotencyKey: keys.keyFor(input) } : {};
      const answer = await call(endpoint, input, { ...keyed, ...waits, silent: options.silent ?? false });
      keys.answered();
      if (answer.success) await finish(answer.data);
      return answer;
    } finally {
      setRunning((count) => count - 1);
    }
  }

  async function finish(answer: AnswerOf<E>): Promise<void> {
    if (options.done) feedback.message.success(options.done);
    refreshAround(endpoint);
    for (const stale of options.refreshes ?? []) void cache.invalidateQueries({ queryKey: queryKeyOf(stale) });
    options.onDone?.(answer);
  }

  return { call: run, pending: running > 0, offline: !online };
}
