import type { Endpoint } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { callName } from "../../contract/index.ts";
import { db } from "../database.ts";

/** The codes and excluded calls of a role at a membership. */
export interface CallSource {
  readonly codes: ReadonlySet<string>;
  /** Calls that the role excludes, such as `GET /user/v1/users`. */
  readonly excluded: ReadonlySet<string>;
}

/** Tells whether a source grants the code of the call and does not exclude the call (AU-R20). */
export function callableOver(sources: readonly CallSource[], codes: ReadonlySet<string>) {
  const limits = sources.some(({ excluded }) => excluded.size > 0);
  return (endpoint: Pick<Endpoint, "method" | "path" | "permission">): boolean => {
    const { permission } = endpoint;
    if (!limits) return codes.has(permission);
    const name = callName(endpoint);
    return sources.some((source) => source.codes.has(permission) && !source.excluded.has(name));
  };
}

/** Finds the calls behind interface ids. The catalogue also keeps interfaces that have been removed. */
export async function callsOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await db(tx)
    .selectFrom("apiInterface")
    .select(["id", "method", "path"])
    .where("id", "in", [...new Set(ids)])
    .execute();
  return new Map(found.map((row) => [row.id, callName(row)]));
}

/** Finds the calls of these codes that the actor's own roles exclude. */
export async function closedCalls(tx: Tx, codes: readonly string[]): Promise<readonly { id: string; name: string }[]> {
  const { actor } = tx;
  const closed = tx.endpoints.filter((one) => codes.includes(one.permission) && !actor.mayCall(one));
  return closed.length === 0 ? [] : found(tx, closed.map(callName));
}

async function found(tx: Tx, names: readonly string[]): Promise<{ id: string; name: string }[]> {
  const rows = await db(tx).selectFrom("apiInterface").select(["id", "method", "path", "name"]).execute();
  return rows.filter((row) => names.includes(callName(row)));
}
