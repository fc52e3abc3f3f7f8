import { listDefaultFilters } from "@ops/platform/contract";
import { useEndpoint } from "../../call/use-query.ts";
import { useSessionStore } from "../../session/session-store.ts";
import type { ListEndpoint } from "../list-endpoint.ts";
import { hasListMemory } from "../list-memory.ts";
import type { FilterValues } from "./filter-values.ts";

const none: FilterValues = {};

/**
 * Finds the filters with which a list opens in a new session: the person's default (PF-R131), otherwise those of its
 * page. Undefined until the defaults are known, which come with the session. A list with a memory does not wait.
 */
export function useOpeningFilters(
  key: string,
  { path }: ListEndpoint,
  first: FilterValues = none,
): FilterValues | undefined {
  const known = useSessionStore(({ user }) => user?.defaultFilters);
  const options = { staleTime: Number.POSITIVE_INFINITY, silent: true, background: true, known };
  const { data, isPending } = useEndpoint(listDefaultFilters, {}, options);
  if (isPending && !hasListMemory(key)) return undefined;
  return data?.find(({ list }) => list === path)?.filters ?? first;
}
