import { type Route, reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { handOverLater } from "./later.ts";
import { getOffboarding, offboardUser, previewOffboarding } from "./service.ts";

export const offboardingRoutes: Route[] = [
  reads(contract.offboardPreview, (tx, { params }) => previewOffboarding(tx, params.id)),
  writes(contract.offboardUser, (tx, { params, body }) => offboardUser(tx, params.id, body)),
  writes(contract.handOverLater, (tx, { params, body }) => handOverLater(tx, params.id, body)),
  reads(contract.getOffboarding, (tx, { params }) => getOffboarding(tx, params.id)),
];
