import { type RegionNode, type ResolvedRegion, regionTree, resolveRegions } from "@ops/platform/contract";
import type { UseQueryResult } from "@tanstack/react-query";
import { useEndpoint } from "../call/use-query.ts";

const DAY_MS = 86_400_000;

/** Loads the divisions that may be chosen, once a day. */
export function useRegionTree(): UseQueryResult<RegionNode[]> {
  return useEndpoint(regionTree, { query: { depth: 3 } }, { silent: true, staleTime: DAY_MS });
}

/** Finds the present division for the code of a record; undefined while it is unknown. */
export function useRegion(code: string | null): ResolvedRegion | undefined {
  const input = { query: { codes: code ?? "" } };
  return useEndpoint(resolveRegions, input, { silent: true, staleTime: DAY_MS, enabled: Boolean(code) }).data?.[0];
}
