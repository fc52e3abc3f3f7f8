import * as contract from "@ops/platform/contract";
import { inSteps, type Route, reads, writes } from "../http/route.ts";
import { type AddressBook, locate, suggest } from "./addresses.ts";
import { editRegion, listManagedRegions } from "./edit.ts";
import { allCityCentres, regionsOf } from "./resolve.ts";
import { regionsBelow, treeOfRegions } from "./service.ts";

export const regionRoutes = [
  reads(contract.listRegions, (tx, { query }) => regionsBelow(tx, query)),
  reads(contract.regionTree, (tx, { query }) => treeOfRegions(tx, query)),
  reads(contract.listCityCentres, allCityCentres),
  reads(contract.resolveRegions, (tx, { query }) => regionsOf(tx, query)),
  reads(contract.listManagedRegions, (tx, { query }) => listManagedRegions(tx, query)),
  writes(contract.editRegion, (tx, { params, body }) => editRegion(tx, params.code, body)),
];

/** `book` knows the map service of this node and the addresses of all modules. */
export function addressRoutes(book: AddressBook): Route[] {
  return [
    reads(contract.suggestAddresses, (tx, { query }) => suggest(tx, query, book)),
    inSteps(contract.geocode, (steps, { body }) => locate(steps, body, book)),
  ];
}
