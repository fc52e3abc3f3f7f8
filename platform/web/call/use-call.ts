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
  /** What of other services the call makes stale; its own service is asked again by itself. */
  refreshes?: readonly Endpoint[];
  onDone?: (answer: AnswerOf<E>) => void;
  silent?: boolean;
}

export interface Caller<E extends Endpoint> {
  call(input: CallInput<E>): Promise<Envelope<AnswerOf<E>>>;
  pending: boolean;
  /** True while the browser is offline: submit buttons are disabled (PF-R75). */
  offline: boolean;
}

/** An action of a page: sends it once, tells the outcome, refreshes what it changed. */
export function useCall<E extends Endpoint>(endpoint: E, options: UseCallOptions<E> = {}): Caller<E> {
  const cache = useQueryClient();
  const online = useOnline();
  const [keys] = useState(intentKeys);
  const [running, setRunning] = useState(0);

  async function run(input: CallInput<E>): Promise<Envelope<AnswerOf<E>>> {
    setRunning((count) => count + 1);
    try {
      const keyed = endpoint.method === "POST" && !endpoint.secret ? { idempotencyKey: keys.keyFor(input) } : {};
      const answer = await call(endpoint, input, { ...keyed, silent: options.silent ?? false });
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
