import type { Endpoint } from "@ops/platform/contract";

export interface WireInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
}

/** Path and query of a call; empty query values are left out, lists are joined by a comma. */
export function addressOf(endpoint: Pick<Endpoint, "path">, input: WireInput): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
    if (text !== "") query.append(name, text);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}
