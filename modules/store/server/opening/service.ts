import { reads, requireRecord } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { storeTable } from "../site/tables.ts";
import { openBusinessOf } from "./open-business.ts";
import { readinessOf } from "./readiness.ts";

export const getReadiness = reads(contract.getReadiness, async (tx, { params }) =>
  readinessOf(tx, await requireRecord(tx, storeTable, params.id)),
);

export const getClosing = reads(contract.getClosing, async (tx, { params }) =>
  openBusinessOf(tx, await requireRecord(tx, storeTable, params.id)),
);
