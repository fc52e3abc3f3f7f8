import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { closeAssessment, listAssessments, rectifyAssessment, saveAssessment } from "./service.ts";

export const assessmentRoutes: Route[] = [
  reads(contract.listAssessments, (tx, { params }) => listAssessments(tx, params.id)),
  writes(contract.saveAssessment, (tx, { params, body }) => saveAssessment(tx, params.id, body)),
  writes(contract.closeAssessment, (tx, { params, body }) => closeAssessment(tx, params.id, body.version)),
  writes(contract.rectifyAssessment, (tx, { params, body }) => rectifyAssessment(tx, params.id, body)),
];
