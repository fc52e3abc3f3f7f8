import type { Endpoint } from "@ops/platform/contract";
import { queryClient } from "./query-client.ts";

/** After a write, everything that its service answers may be stale; only what is on the screen is asked for at once. */
export function refreshAround({ path }: Endpoint): void {
  const service = serviceOf(path);
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [, asked] }) => serviceOf(asked) === service });
}

/** `/partner/v1/contracts` belongs to `partner`. */
function serviceOf(path: unknown): string | null {
  return typeof path === "string" ? (path.split("/")[1] ?? null) : null;
}
