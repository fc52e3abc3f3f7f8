import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { bindingPeople } from "./people.ts";
import { bindOtherAccount, listOtherAccounts, resolveOtherAccount, unbindOtherAccount } from "./service.ts";

export const otherAccountRoutes: readonly Route[] = [
  reads(contract.listOtherAccounts, (tx, { query }) => listOtherAccounts(tx, query)),
  reads(contract.listBindingPeople, (tx, { query }) => bindingPeople(tx, query)),
  writes(contract.bindOtherAccount, (tx, { body }) => bindOtherAccount(tx, body)),
  writes(contract.resolveOtherAccount, (tx, { params, body }) => resolveOtherAccount(tx, params.id, body)),
  writes(contract.unbindOtherAccount, (tx, { params, body }) => unbindOtherAccount(tx, params.id, body)),
];
