import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { z } from "zod";
import { checksOf } from "../../platform/server/http/check/checks.ts";
import { OPENAPI_FILE, openApiText } from "../../scripts/openapi.ts";
import { SCHEMA_FILE, schemaText } from "../../scripts/schema.ts";
import { tableFiles } from "../../scripts/tables.ts";
import { world } from "./world.ts";

const app = world();

/** The calls in section 7 of the base specification. */
const specified = [
  "POST /user/v1/phoneLogin",
  "GET /user/v1/kaptcha/imageCode",
  "POST /user/v1/ticketLogin",
  "GET /user/v1/logout",
  "GET /user/v1/sso/logout",
  "GET /user/v1/menu/userList",
  "GET /user/v1/userInfo",
  "GET /user/v1/userOrganization",
  "POST /user/v1/organizationLogin",
  "POST /user/v1/modify/password",
  "GET /common/v1/dict/entry/listByCodes",
];

test("PF-R77 the specified calls exist at the console with path and method", () => {
  const offered = app.offers().flatMap(({ host, endpoint }) => (host === "console" ? [key(endpoint)] : []));
  assert.deepEqual(
    specified.filter((one) => !offered.includes(one)),
    [],
  );
});

test("no two endpoints of a host answer the same call", () => {
  const names = app.offers().map(({ name }) => name.replace(/\{\w+\}/g, "{}"));
  assert.equal(new Set(names).size, names.length);
});

test("every endpoint has a permission, a Chinese title, and every write its audit label", (context) => {
  const offers = app.offers();
  for (const { endpoint, kind, name } of offers) {
    assert.match(endpoint.permission, /^(public|session|[a-z][\w-]*:[a-zA-Z][\w-]*:[a-zA-Z][\w-]*)$/, name);
    assert.match(endpoint.title ?? endpoint.audit ?? "", /\p{Script=Han}/u, name);
    if (kind === "writes" || kind === "steps" || endpoint.method !== "GET") assert.ok(endpoint.audit, name);
    const holes = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, hole]) => hole);
    assert.deepEqual(Object.keys(endpoint.params?.shape ?? {}).sort(), holes.sort(), name);
  }
  context.diagnostic(`${offers.length} endpoints`);
});

test("docs/openapi.json is fresh", () => {
  assert.equal(readFileSync(OPENAPI_FILE, "utf8"), openApiText(), "run: node_modules/.bin/node scripts/openapi.ts");
});

test("docs/schema.sql is fresh", async () => {
  assert.equal(readFileSync(SCHEMA_FILE, "utf8"), await schemaText(), "run: node_modules/.bin/node scripts/schema.ts");
});

const Operation = z.object({
  operationId: z.string().regex(/^\w+$/),
  summary: z.string().min(1),
  parameters: z.array(
    z.object({ name: z.string(), in: z.enum(["path", "query"]), required: z.boolean(), schema: z.looseObject({}) }),
  ),
  responses: z.record(
    z.string().regex(/^[1-5]\d\d$|^default$/),
    z.looseObject({ description: z.string() }).or(z.object({ $ref: z.string() })),
  ),
});
const OpenApi = z.object({
  openapi: z.string().regex(/^3\.1\.\d$/),
  info: z.object({ title: z.string().min(1), version: z.string().min(1) }),
  paths: z.record(
    z.string().startsWith("/"),
    z.record(z.enum(["get", "post", "put", "delete"]).or(z.string()), Operation),
  ),
  components: z.looseObject({ securitySchemes: z.looseObject({ token: z.looseObject({}) }) }),
});

test("the document is OpenAPI 3.1: references resolve, path parameters are declared, ids are unique", (context) => {
  const document: unknown = JSON.parse(openApiText());
  const { paths } = OpenApi.parse(document);
  const ids: string[] = [];
  for (const [path, operations] of Object.entries(paths)) {
    const holes = [...path.matchAll(/\{(\w+)\}/g)].map(([, hole]) => hole).sort();
    for (const [method, { operationId, parameters, responses }] of Object.entries(operations)) {
      assert.ok(["get", "post", "put", "delete"].includes(method), `${method} ${path}`);
      const inPath = parameters.filter((one) => one.in === "path");
      assert.deepEqual(inPath.map(({ name }) => name).sort(), holes, path);
      assert.ok(inPath.every(({ required }) => required) && "200" in responses);
      assert.equal(new Set(parameters.map(({ name }) => name)).size, parameters.length);
      ids.push(operationId);
    }
  }
  assert.equal(new Set(ids).size, ids.length);
  const references = referencesIn(document);
  for (const reference of references) assert.ok(resolve(document, reference), `${reference} leads nowhere`);
  context.diagnostic(`${ids.length} operations, ${references.length} references`);
});

test("every endpoint stands in the document", () => {
  const { paths } = OpenApi.parse(JSON.parse(openApiText()));
  for (const { endpoint } of app.offers())
    assert.ok(paths[endpoint.path]?.[endpoint.method.toLowerCase()], key(endpoint));
});

function key({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}

function referencesIn(node: unknown): string[] {
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, inner]) =>
    name === "$ref" && typeof inner === "string" ? [inner] : referencesIn(inner),
  );
}

function resolve(document: unknown, reference: string): unknown {
  if (!reference.startsWith("#/")) return undefined;
  return reference
    .slice(2)
    .split("/")
    .reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], document);
}

test("the generated row types of every module are fresh", async () => {
  const files = await tableFiles();
  assert.ok(files.size >= 2);
  for (const [file, text] of files) {
    assert.equal(readFileSync(file, "utf8"), text, "run: node_modules/.bin/node scripts/tables.ts");
  }
});

test("the checks of every endpoint can be made: they are made at its first call only", () => {
  const offers = app.offers();
  assert.ok(offers.length > 0);
  for (const { endpoint } of offers) checksOf(endpoint);
});
