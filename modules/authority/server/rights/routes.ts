import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { myInfo, myMenu, myOrganizations } from "./me.ts";
import { switchOrganization } from "./switch-organization.ts";

export const rightsRoutes: Route[] = [
  reads(contract.menuUserList, (tx) => myMenu(tx)),
  reads(contract.userInfo, (tx) => myInfo(tx)),
  reads(contract.userOrganization, (tx) => myOrganizations(tx)),
  writes(contract.organizationLogin, (tx, { body }) => switchOrganization(tx, body.organizationId)),
];
