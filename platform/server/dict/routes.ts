import * as contract from "@ops/platform/contract";
import { type Route, reads, writes } from "../http/route.ts";
import * as edit from "./edit.ts";
import { entriesByCodes } from "./service.ts";

/** `declared` are the dictionaries of all modules: they know where an entry is used. */
export function dictRoutes(declared: readonly contract.DictDeclaration[]): Route[] {
  const byCode = new Map(declared.map((one) => [one.code, one]));
  return [
    reads(contract.listDictEntries, (tx, { query }) => entriesByCodes(tx, query)),
    reads(contract.listDictTypes, (tx, { query }) => edit.listDictTypes(tx, query)),
    writes(contract.createDictType, (tx, { body }) => edit.createDictType(tx, body)),
    reads(contract.listManagedDictEntries, (tx, { query }) => edit.listManagedDictEntries(tx, query)),
    writes(contract.createDictEntry, (tx, { body }) => edit.createDictEntry(tx, body)),
    writes(contract.editDictEntry, (tx, { params, body }) => edit.editDictEntry(tx, params.id, body)),
    writes(contract.removeDictEntry, (tx, { params }) => edit.removeDictEntry(tx, params.id, byCode)),
  ];
}
