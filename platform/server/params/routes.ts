import * as contract from "@ops/platform/contract";
import { type Route, reads, writes } from "../http/route.ts";
import type { ParamDeclaration } from "./declare.ts";
import { editParam, listParams } from "./service.ts";

/** `declared` are the parameters of all modules. */
export function paramRoutes(declared: readonly ParamDeclaration<unknown>[]): Route[] {
  return [
    reads(contract.listParams, (tx) => listParams(tx, declared)),
    writes(contract.editParam, (tx, { params, body }) => editParam(tx, params.key, body, declared)),
  ];
}
