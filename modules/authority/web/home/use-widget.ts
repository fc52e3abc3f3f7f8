import type { CallInput, Endpoint } from "@ops/platform/contract";
import { useEndpoint } from "@ops/platform/web";

/** How long a widget may wait for its data (5.8). */
export const BUDGET_MS = 3_000;

/** The call of one widget. If it fails, only this widget says so. */
export function useWidget<E extends Endpoint>(endpoint: E, input: CallInput<E>, staleTime = 60_000) {
  return useEndpoint(endpoint, input, { background: true, timeoutMs: BUDGET_MS, staleTime });
}
