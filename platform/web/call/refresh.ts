import type { Endpoint } from "@ops/platform/contract";
import { queryClient } from "./query-client.ts";

/**
 * After a write, everything that its service answers may be stale; only what is on the screen is asked for at once. What
 * anybody signed in may call, such as marking a notice as read, touches the caller's own small things: it says itself what
 * it makes stale.
 */
export function refreshAround({ path, permission }: Endpoint): void {
  if (permission === "session" || permission === "public") return;
  const service = serviceOf(path);
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [, asked] }) => serviceOf(asked) === service });
}

/** `/partner/v1/contracts` belongs to `partner`. */
function serviceOf(path: unknown): string | null {
  return typeof path === "string" ? (path.split("/")[1] ?? null) : null;
}
