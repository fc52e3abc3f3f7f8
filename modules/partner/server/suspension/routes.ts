import { reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { confirmSuspension, rejectSuspension, retrySuspension } from "./decide.ts";
import { previewSuspension, refreshPreview, submitSuspension } from "./draft.ts";
import { getSuspension, listCascadeItems, listSuspensions } from "./list.ts";
import { resumePartner } from "./undo.ts";

export const suspensionRoutes = [
  reads(contract.listSuspensions, (tx, { params }) => listSuspensions(tx, params.id)),
  reads(contract.getSuspension, (tx, { params }) => getSuspension(tx, params.id)),
  reads(contract.listCascadeItems, (tx, { params, query }) => listCascadeItems(tx, params.id, query)),
  writes(contract.previewSuspension, (tx, { params, body }) => previewSuspension(tx, params.id, body)),
  writes(contract.refreshPreview, (tx, { params, body }) => refreshPreview(tx, params.id, body.version)),
  writes(contract.submitSuspension, (tx, { params, body }) => submitSuspension(tx, params.id, body)),
  writes(contract.confirmSuspension, (tx, { params, body }) => confirmSuspension(tx, params.id, body.version)),
  writes(contract.rejectSuspension, (tx, { params, body }) => rejectSuspension(tx, params.id, body)),
  writes(contract.retrySuspension, (tx, { params, body }) => retrySuspension(tx, params.id, body.version)),
  writes(contract.resumePartner, (tx, { params, body }) => resumePartner(tx, params.id, body)),
];
