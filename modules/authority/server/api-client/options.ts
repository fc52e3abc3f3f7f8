import { reads } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { keyOf } from "../interface/described.ts";

/** Lists the interfaces that the operator may grant: those with a code that the operator may call (AU-R15). */
export const listApiClientInterfaces = reads(contract.listApiClientInterfaces, async (tx) => {
  const rows = await db(tx)
    .selectFrom("apiInterface")
    .select(["id", "method", "path", "name", "service"])
    .where("status", "<>", "REMOVED")
    .where("permissionCode", "not in", ["PUBLIC", "SESSION"])
    .orderBy("path")
    .orderBy("method")
    .execute();
  const declared = new Map(tx.endpoints.map((endpoint) => [keyOf(endpoint), endpoint]));
  return rows.filter((row) => {
    const endpoint = declared.get(keyOf(row));
    return endpoint !== undefined && tx.actor.mayCall(endpoint);
  });
});
