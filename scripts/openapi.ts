// Writes docs/openapi.json, so that every change of the public API shows in a diff.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { testSettings } from "@ops/authority/server/testing";
import { createLog, openApiOf, platformModule, type Route, readConfig, routesOf } from "@ops/platform/server";
import { composeModules } from "../apps/server/modules.ts";
import { PlatformNode } from "../platform/server/node.ts";
import { root } from "./check.ts";

export const OPENAPI_FILE = join(root, "docs/openapi.json");

/** Composes the product as it runs, with the settings of tests: every module, and the calls of the portal. */
export function composeProduct() {
  const { productName, ssoClientId } = readConfig({});
  const console = { clientId: ssoClientId, name: productName, transferUrl: "http://console.test/#/Transfer" };
  const sso = { appEnv: "test", productName, console, smsGateway: null } as const;
  return { ...composeModules({ ...testSettings, sso }), productName };
}

/**
 * Lists every route of the product: those of modules, those that the platform makes for them, and those of the portal.
 */
export function productRoutes(): Route[] {
  const { modules, authority } = composeProduct();
  const node = new PlatformNode({
    // the node is never started, so it connects to nothing
    address: { host: "nowhere", port: 1, user: "", database: "" },
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

/** Makes the document with schemas sorted by name, so that a new call does not move existing schemas. */
export function openApiText(): string {
  const document = openApiOf(productRoutes(), composeProduct().productName);
  const components = Object(document["components"]);
  const schemas = Object.fromEntries(
    Object.entries(components.schemas).sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  return `${printJson({ ...document, components: { ...components, schemas } })}\n`;
}

const WIDTH = 120;

/** Prints JSON. Values that fit on one line are on one line, so that a changed property is a changed line. */
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
