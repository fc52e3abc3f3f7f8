import type { AnswerOf, CallInput, Endpoint } from "@ops/platform/contract";
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call } from "./client.ts";
import { Refusal } from "./failures.ts";

export interface QueryOptions {
  enabled?: boolean;
  staleTime?: number;
  refetchInterval?: number | false;
  /** Shows the previous answer while the next one loads: paging without a jump. */
  keepPrevious?: boolean;
  silent?: boolean;
  background?: boolean;
  /** A budget: no answer in this time is a failure, and nothing is tried a second time. */
  timeoutMs?: number;
}

/** Reads an endpoint through the query cache; `success:false` becomes the query's error (already told). */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: QueryOptions = {},
): UseQueryResult<AnswerOf<E>> {
  const { silent, background, keepPrevious, timeoutMs, ...rest } = options;
  return useQuery<AnswerOf<E>>({
    ...rest,
    queryKey: queryKeyOf(endpoint, input),
    queryFn: async ({ signal }) => {
      const about = { silent: silent ?? false, background: background ?? false };
      const answer = await call(endpoint, input, { signal, ...about, ...(timeoutMs ? { timeoutMs } : {}) });
      if (!answer.success) throw new Refusal(answer.msgCode, answer.msg);
      return answer.data;
    },
    ...(timeoutMs ? { retry: false } : {}),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

export function queryKeyOf(endpoint: Endpoint, input?: unknown): unknown[] {
  return input === undefined ? [endpoint.method, endpoint.path] : [endpoint.method, endpoint.path, input];
}
