import { RoleGrantShape } from "../../contract/index.ts";
import { tableOf } from "../database.ts";

export const roleGrants = tableOf(RoleGrantShape, {
  scope: { unscoped: "reached through its membership; who may give and take is the guard of AU-R15" },
  partOf: { table: "membership", by: "membershipId" },
  unlogged: ["source", "validFrom"],
});
