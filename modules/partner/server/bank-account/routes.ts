import { inSteps, type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { confirmBankAccount } from "./confirm.ts";
import {
  addBankAccount,
  approveBankAccount,
  listBankAccounts,
  rejectBankAccount,
  sendBankAccountCode,
} from "./service.ts";

export const bankAccountRoutes: Route[] = [
  reads(contract.listBankAccounts, (tx, { params }) => listBankAccounts(tx, params.id)),
  writes(contract.addBankAccount, (tx, { params, body }) => addBankAccount(tx, params.id, body)),
  writes(contract.approveBankAccount, (tx, { params, body }) => approveBankAccount(tx, params.id, body)),
  writes(contract.rejectBankAccount, (tx, { params, body }) => rejectBankAccount(tx, params.id, body)),
  writes(contract.sendBankAccountCode, (tx, { params, body }) => sendBankAccountCode(tx, params.id, body.version)),
  inSteps(contract.confirmBankAccount, (steps, { params, body }) => confirmBankAccount(steps, params.id, body)),
];
