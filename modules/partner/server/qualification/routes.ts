import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { addQualification, approveQualification, listQualifications, rejectQualification } from "./service.ts";

export const qualificationRoutes: Route[] = [
  reads(contract.listQualifications, (tx, { params }) => listQualifications(tx, params.id)),
  writes(contract.addQualification, (tx, { params, body }) => addQualification(tx, params.id, body)),
  writes(contract.approveQualification, (tx, { params, body }) => approveQualification(tx, params.id, body.version)),
  writes(contract.rejectQualification, (tx, { params, body }) => rejectQualification(tx, params.id, body)),
];
