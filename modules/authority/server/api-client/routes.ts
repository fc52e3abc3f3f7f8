import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { AuthorityContext } from "../settings.ts";
import { listCalls } from "./calls.ts";
import { clientPeople, interfaceOptions } from "./options.ts";
import {
  createApiClient,
  editApiClient,
  getApiClient,
  listApiClients,
  rotateApiClient,
  switchApiClient,
} from "./service.ts";

export function apiClientRoutes({ settings: { sealingKey } }: AuthorityContext): Route[] {
  return [
    reads(contract.listApiClients, (tx, { query }) => listApiClients(tx, query)),
    reads(contract.listApiClientInterfaces, (tx) => interfaceOptions(tx)),
    reads(contract.listApiClientPeople, (tx, { query }) => clientPeople(tx, query)),
    reads(contract.getApiClient, (tx, { params }) => getApiClient(tx, params.id)),
    reads(contract.listApiClientCalls, (tx, { params, query }) => listCalls(tx, params.id, query)),
    writes(contract.createApiClient, (tx, { body }) => createApiClient(tx, body, sealingKey)),
    writes(contract.editApiClient, (tx, { params, body }) => editApiClient(tx, params.id, body)),
    writes(contract.rotateApiClient, (tx, { params, body }) => rotateApiClient(tx, params.id, body, sealingKey)),
    writes(contract.disableApiClient, (tx, { params, body }) => switchApiClient(tx, params.id, "disable", body)),
    writes(contract.enableApiClient, (tx, { params, body }) => switchApiClient(tx, params.id, "enable", body)),
  ];
}
