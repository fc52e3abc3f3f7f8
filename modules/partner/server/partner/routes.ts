import { commonErrors } from "@ops/platform/contract";
import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { isUscc } from "../../contract/index.ts";
import { ownPartnerId } from "../company/own.ts";
import { showBoard } from "./board.ts";
import { approvePartnerChange, listPartnerChanges, rejectPartnerChange, requestPartnerChange } from "./change.ts";
import { getPartner } from "./detail.ts";
import { sameCompany } from "./duplicates.ts";
import { countPartners, listPartners } from "./list.ts";
import { listPartnerOptions, searchPartners } from "./options.ts";
import { restrictPartner } from "./restrict.ts";
import { activatePartner, approvePartner, rejectPartner, submitPartner } from "./review.ts";
import { createPartner, editPartner } from "./save.ts";
import { listPartnerStores } from "./stores.ts";

export const partnerRoutes: Route[] = [
  reads(contract.listPartners, (tx, { query }) => listPartners(tx, query)),
  reads(contract.countPartners, (tx) => countPartners(tx)),
  reads(contract.showBoard, (tx) => showBoard(tx)),
  reads(contract.listPartnerOptions, (tx) => listPartnerOptions(tx)),
  reads(contract.searchPartners, (tx, { query }) => searchPartners(tx, query)),
  reads(contract.checkUscc, async (tx, { query: { uscc } }) => {
    if (await ownPartnerId(tx)) throw commonErrors.forbidden(); // who else works for the brand is not theirs to know
    const { live, prior } = await sameCompany(tx, uscc);
    const ended = prior && { partnerNo: prior.partnerNo, reason: prior.stateReason };
    return { uscc, isValid: isUscc(uscc), taken: live, prior: ended };
  }),
  reads(contract.getPartner, (tx, { params }) => getPartner(tx, params.id)),
  reads(contract.listPartnerStores, (tx, { params }) => listPartnerStores(tx, params.id)),
  writes(contract.createPartner, (tx, { body }) => createPartner(tx, body)),
  writes(contract.editPartner, (tx, { params, body }) => editPartner(tx, params.id, body)),
  writes(contract.submitPartner, (tx, { params, body }) => submitPartner(tx, params.id, body.version)),
  writes(contract.approvePartner, (tx, { params, body }) => approvePartner(tx, params.id, body.version)),
  writes(contract.rejectPartner, (tx, { params, body }) => rejectPartner(tx, params.id, body)),
  writes(contract.activatePartner, (tx, { params, body }) => activatePartner(tx, params.id, body.version)),
  writes(contract.restrictPartner, (tx, { params, body }) => restrictPartner(tx, params.id, body)),
  reads(contract.listPartnerChanges, (tx, { params }) => listPartnerChanges(tx, params.id)),
  writes(contract.requestPartnerChange, (tx, { params, body }) => requestPartnerChange(tx, params.id, body)),
  writes(contract.approvePartnerChange, (tx, { params, body }) => approvePartnerChange(tx, params.id, body.version)),
  writes(contract.rejectPartnerChange, (tx, { params, body }) => rejectPartnerChange(tx, params.id, body)),
];
