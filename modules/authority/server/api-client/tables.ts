import { ApiClientShape, listApiClients } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

export const apiClients = tableOf(ApiClientShape, {
  scope: { organization: "ownerOrgId", owner: "ownerUserId" },
  read: listApiClients.permission,
  number: "name",
  labels: { keyNo: "密钥序号", previousUntil: "旧密钥保留至" },
  unlogged: ["interfaceIds"],
});
export type ApiClientRow = RowOf<typeof apiClients>;
