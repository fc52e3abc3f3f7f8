import { reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { accountFigures, overstepFigures, roleFigures, signInFigures } from "./figures.ts";
import { homeLayout, saveHomeLayout, setPositionHome } from "./layout.ts";

export const homeRoutes = [
  reads(contract.getHomeWidgets, (tx) => homeLayout(tx)),
  writes(contract.saveHomeLayout, (tx, { body }) => saveHomeLayout(tx, body)),
  writes(contract.setPositionHome, (tx, { params, body }) => setPositionHome(tx, params.id, body)),
  reads(contract.getAccountFigures, (tx) => accountFigures(tx)),
  reads(contract.getSignInFigures, (tx) => signInFigures(tx)),
  reads(contract.getRoleFigures, (tx) => roleFigures(tx)),
  reads(contract.getOverstepFigures, (tx) => overstepFigures(tx)),
];
