import type { Endpoint } from "@ops/platform/contract";

/**
 * An endpoint without its schemas, for calls of the first load: zod comes with the workspace. The compiler holds method
 * and path to the contract: `wire<typeof contract.phoneLogin>({ method: "POST", path: "/user/v1/phoneLogin" })`.
 */
export function wire<E extends Endpoint>(about: Pick<E, "method" | "path">): E {
  return about as E; // sending needs nothing else; what is missing is only read where schemas are wanted
}
