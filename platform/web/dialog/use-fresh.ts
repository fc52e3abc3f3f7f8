import type { AnswerOf, CallInput, Endpoint } from "@ops/platform/contract";
import { useState } from "react";
import { useEndpoint } from "../call/use-query.ts";

export interface Fresh<T> {
  /** The answer since the dialog was opened; an older one in the cache would have an older version. */
  readonly data: T | undefined;
  /** There is no answer and there will be none. It has been told why. */
  readonly hasFailed: boolean;
}

/**
 * Loads what a dialog edits when it is opened. Once there, it stays: neither a later load that fails nor another input
 * takes it away, because the dialog would close over what was typed. `FreshDialog` stands there until then.
 */
export function useFresh<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  { enabled = true }: { readonly enabled?: boolean } = {},
): Fresh<AnswerOf<E>> {
  const asked = useEndpoint(endpoint, input, { enabled, staleTime: 0 });
  const [held, setHeld] = useState<AnswerOf<E>>();
  const fresh = asked.isSuccess && asked.isFetchedAfterMount ? asked.data : undefined;
  if (fresh !== undefined && fresh !== held) setHeld(() => fresh); // an answer might be a function, says its type
  return { data: fresh ?? held, hasFailed: asked.isError && held === undefined };
}
