import type { Endpoint } from "@ops/platform/contract";

/**
 * Makes an endpoint without schemas for calls of the first load, because zod comes with the workspace. The compiler
 * checks method and path against the contract: `wire<typeof contract.phoneLogin>({ method: "POST", path:
 * "/user/v1/phoneLogin" })`.
 */
export function wire<E extends Endpoint>(about: Pick<E, "method" | "path">): E {
  return about as E; // sending needs nothing else, and the missing parts are only read where schemas are needed
}
