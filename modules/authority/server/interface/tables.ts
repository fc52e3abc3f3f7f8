import { InterfaceShape, listInterfaces, SyncRunShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

const forAll = { unscoped: "the contract is the same for every organisation" };

export const interfaces = tableOf(InterfaceShape, {
  scope: forAll,
  read: listInterfaces.permission,
  number: "path",
  unlogged: ["method", "path", "service"],
});
export type InterfaceRow = RowOf<typeof interfaces>;

export const syncRuns = tableOf(SyncRunShape, {
  scope: forAll,
  number: "appVersion",
  json: ["details"],
  unlogged: ["appVersion", "kind", "status", "newPublic", "error"],
});
export type SyncRunRow = RowOf<typeof syncRuns>;
