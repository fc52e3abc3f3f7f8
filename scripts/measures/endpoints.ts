import type { Endpoint } from "@ops/platform/contract";

/** Finds the endpoints among the exports of a contract. */
export function endpointsIn(contract: object): Endpoint[] {
  return Object.values(contract).filter(isEndpoint);
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === "object" && value !== null && "method" in value && "path" in value && "permission" in value;
}
