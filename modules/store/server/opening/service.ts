import { get } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { storeTable } from "../site/tables.ts";
import { openBusinessOf } from "./open-business.ts";
import { readinessOf } from "./readiness.ts";

export const getReadiness = get(contract.getReadiness, storeTable, readinessOf);

export const getClosing = get(contract.getClosing, storeTable, openBusinessOf);
