// Writes docs/openapi.json: the public surface as it moves shows in a diff.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { testSettings } from "@ops/authority/server/testing";
import { createLog, openApiOf, platformModule, type Route, readConfig, routesOf } from "@ops/platform/server";
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

/** Every route of the product: those that modules declare, those that the platform makes for them, and the portal's own. */
export function productRoutes(): Route[] {
  const { modules, authority } = composeProduct();
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
  return [...own, ...portal];
}

export function openApiText(): string {
  return `${printJson(openApiOf(productRoutes(), composeProduct().productName))}\n`;
}

const WIDTH = 120;

/** What fits on a line stands on one, so that a change of a property is a change of its line. */
export function printJson(value: unknown, indent = "", lead = 0): string {
  const flat = JSON.stringify(value);
  if (typeof value !== "object" || value === null || indent.length + lead + flat.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  const lines = Object.entries(value).map(([name, one]) => {
    const key = Array.isArray(value) ? "" : `${JSON.stringify(name)}: `;
    return `${inner}${key}${printJson(one, inner, key.length + 1)}`;
  });
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}

if (import.meta.main) writeFileSync(OPENAPI_FILE, openApiText());
