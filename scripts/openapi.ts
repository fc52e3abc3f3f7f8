// Writes docs/openapi.json: the public surface as it moves shows in a diff.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { testSettings } from "@ops/authority/server/testing";
import { createLog, openApiOf, platformModule, readConfig, routesOf } from "@ops/platform/server";
import { composeModules } from "../apps/server/modules.ts";
import { PlatformNode } from "../platform/server/node.ts";
import { root } from "./check.ts";

export const OPENAPI_FILE = join(root, "docs/openapi.json");

/** The product as it runs, with the settings of tests: every module, and the portal's own calls. */
export function composeProduct() {
  const { productName, ssoClientId } = readConfig({});
  const console = { clientId: ssoClientId, name: productName, transferUrl: "http://console.test/#/Transfer" };
  const sso = { appEnv: "test", productName, console, smsGateway: null } as const;
  return { ...composeModules({ ...testSettings, sso }), productName };
}

export function openApiText(): string {
  const { modules, authority, productName } = composeProduct();
  const node = new PlatformNode({
    address: { host: "nowhere", port: 1, user: "", database: "" }, // never started, so it connects to nothing
    poolSize: 1,
    modules: [platformModule, ...modules],
    log: createLog("silent"),
    personName: authority.personName,
  });
  const own = routesOf(node).map(({ route }) => route);
  const portal = (authority.portal?.routes ?? []).filter(
    ({ endpoint }) => !own.some((one) => one.endpoint === endpoint),
  );
  return `${JSON.stringify(openApiOf([...own, ...portal], productName), null, 2)}\n`;
}

if (import.meta.main) writeFileSync(OPENAPI_FILE, openApiText());
