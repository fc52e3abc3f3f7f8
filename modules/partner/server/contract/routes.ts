import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { renewContract, reviewContract, submitContract } from "./review.ts";
import { createContract, editContract, getContract, listContracts } from "./service.ts";
import { signContract, terminateContract } from "./sign.ts";
import { getEffectiveTerms } from "./terms.ts";

export const contractRoutes: Route[] = [
  reads(contract.listContracts, (tx, { query }) => listContracts(tx, query)),
  reads(contract.getContract, (tx, { params }) => getContract(tx, params.id)),
  writes(contract.createContract, (tx, { body }) => createContract(tx, body)),
  writes(contract.editContract, (tx, { params, body }) => editContract(tx, params.id, body)),
  writes(contract.submitContract, (tx, { params, body }) => submitContract(tx, params.id, body)),
  writes(contract.reviewContract, (tx, { params, body }) => reviewContract(tx, params.id, body)),
  writes(contract.signContract, (tx, { params, body }) => signContract(tx, params.id, body)),
  writes(contract.terminateContract, (tx, { params, body }) => terminateContract(tx, params.id, body)),
  writes(contract.renewContract, (tx, { params, body }) => renewContract(tx, params.id, body)),
  reads(contract.getEffectiveTerms, (tx, { params, query }) => getEffectiveTerms(tx, params.id, query)),
];
