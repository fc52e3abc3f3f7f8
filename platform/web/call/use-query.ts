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
  /** An answer that came with another call. Nothing is loaded until it is outdated. */
  known?: unknown;
  /** A budget: no answer in this time is a failure, and nothing is tried a second time. */
  timeoutMs?: number;
}

/**
 * Reads an endpoint through the query cache. A refusal (`success:false`) becomes the error of the query, and has been
 * shown.
 */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: QueryOptions = {},
): UseQueryResult<AnswerOf<E>> {
  const { silent, background, keepPrevious, known, timeoutMs, ...rest } = options;
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
    ...(known === undefined ? {} : { initialData: known as AnswerOf<E> }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}

export function queryKeyOf(endpoint: Endpoint, input?: unknown): unknown[] {
  return input === undefined ? [endpoint.method, endpoint.path] : [endpoint.method, endpoint.path, input];
}
