import type { Endpoint } from "@ops/platform/contract";
import { queryClient } from "./query-client.ts";

/**
 * Marks all answers of a service as outdated after a write, and loads those on the screen again. Calls with the
 * permission "session", such as marking a notice as read, concern only small things of the caller, so they name
 * themselves what they change.
 */
export function refreshAround({ path, permission }: Endpoint): void {
  if (permission === "session" || permission === "public") return;
  refreshService(path);
}

/** The same for a call of which only the path is known. */
export function refreshService(path: string): void {
  const service = serviceOf(path);
  void queryClient.invalidateQueries({ predicate: ({ queryKey: [, asked] }) => serviceOf(asked) === service });
}

/** `/partner/v1/contracts` belongs to `partner`. */
function serviceOf(path: unknown): string | null {
  return typeof path === "string" ? (path.split("/")[1] ?? null) : null;
}
