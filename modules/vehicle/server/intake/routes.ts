import { inSteps, type Route, reads } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { bindSaleCode } from "./bind.ts";
import { intakeLag } from "./lag.ts";
import { pushCarEvents } from "./push.ts";
import { getCarIntake, listCarIntakes, replayCarIntake, replayCarIntakes } from "./service.ts";

export const intakeRoutes: Route[] = [
  inSteps(contract.pushCarEvents, (steps, { body }) => pushCarEvents(steps, body)),
  reads(contract.listCarIntakes, (tx, { query }) => listCarIntakes(tx, query)),
  reads(contract.listIntakeLag, (tx, { query }) => intakeLag(tx, query.span)),
  inSteps(contract.bindSaleCode, (steps, { body }) => bindSaleCode(steps, body)),
  reads(contract.getCarIntake, (tx, { params }) => getCarIntake(tx, params.id)),
  inSteps(contract.replayCarIntakes, (steps, { body }) => replayCarIntakes(steps, body)),
  inSteps(contract.replayCarIntake, (steps, { params }) => replayCarIntake(steps, params.id)),
];
