import { setImmediate } from "node:timers/promises";
import { type Endpoint, titleOf } from "@ops/platform/contract";
import { z } from "zod";
import type { Route } from "./route.ts";
import { placeOf, SharedSchemas } from "./shared-schemas.ts";

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of the given routes, derived from their endpoints. */
export function openApiOf(routes: readonly Route[], title: string): Json {
  const { document, addNext } = beginDocument(routes, title);
  while (addNext());
  return document;
}

/** The same on a server that answers calls meanwhile: they get their turn after each endpoint. */
export async function describeApi(routes: readonly Route[], title: string): Promise<Json> {
  const { document, addNext } = beginDocument(routes, title);
  while (addNext()) await setImmediate();
  return document;
}

function beginDocument(routes: readonly Route[], title: string): { document: Json; addNext: () => boolean } {
  const paths: Record<string, Json> = {};
  const shared = new SharedSchemas();
  Object.assign(shared.schemas, { Envelope: envelope, Refusal: refusal });
  const endpoints = new Map(routes.map(({ endpoint }) => [`${endpoint.path} ${endpoint.method}`, endpoint]));
  const waiting = [...endpoints.keys()].sort().reverse();
  const addNext = () => {
    const endpoint = endpoints.get(waiting.pop() ?? "");
    if (!endpoint) return false;
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = operationOf(endpoint, shared);
    paths[endpoint.path] = path;
    return true;
  };
  const securitySchemes = { token: { type: "apiKey", in: "header", name: "Authorization" } };
  const components = { securitySchemes, responses, schemas: shared.schemas };
  const security = [{ token: [] }];
  return { document: { openapi: "3.1.1", info: { title, version: "1" }, security, paths, components }, addNext };
}

const told = (description: string): Json => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
});
const responses = {
  SessionOver: told("会话无效或已结束"),
  TooMany: told("操作过于频繁"),
  Failed: told("系统异常"),
  Busy: told("系统繁忙"),
};
const refToResponse = (name: keyof typeof responses): Json => ({ $ref: `#/components/responses/${name}` });

const envelope = envelopeOf({ type: "boolean" });
const refusal = envelopeOf({ type: "boolean", const: false });

function operationOf(endpoint: Endpoint, shared: SharedSchemas): Json {
  const operationId = `${endpoint.method.toLowerCase()}${endpoint.path.replace(/\W+/g, "_").replace(/_$/, "")}`;
  const schemaOf = (schema: z.ZodType, io: "input" | "output") => jsonSchema(schema, io, { operationId, shared });
  const place = placeOf(endpoint.path);
  const answerOf = (schema: z.ZodType) => shared.share(schemaOf(schema, "output"), place);
  const body = endpoint.body && bodyOf(endpoint, schemaOf(endpoint.body.strict(), "input"), shared);
  return {
    summary: titleOf(endpoint),
    tags: [endpoint.path.split("/")[1]],
    operationId,
    "x-permission": endpoint.permission,
    ...(endpoint.audit ? { "x-audit": endpoint.audit } : {}),
    ...(endpoint.permission === "public" ? { security: [] } : {}),
    parameters: (["params", "query"] as const).flatMap((part) =>
      Object.entries(endpoint[part]?.shape ?? {}).map(([name, schema]) => ({
        name,
        in: part === "params" ? "path" : "query",
        required: part === "params" || !z.safeParse(schema, undefined).success,
        schema: schemaOf(schema as z.ZodType, "input"),
      })),
    ),
    ...(body ? { requestBody: { required: true, content: body } } : {}),
    responses: {
      200: { description: "成功，或 success 为 false 的业务拒绝", content: contentOf(endpoint, answerOf) },
      ...(endpoint.permission === "public" ? {} : { 401: refToResponse("SessionOver") }),
      429: refToResponse("TooMany"),
      500: refToResponse("Failed"),
      503: refToResponse("Busy"),
    },
  };
}

function bodyOf(endpoint: Endpoint, schema: Json, shared: SharedSchemas): Json {
  const isForm = "uploads" in endpoint && endpoint.uploads === true;
  // many calls send the version alone, so that bodies are shared from the first property on
  if (!isForm) return { "application/json": { schema: shared.share(schema, `${placeOf(endpoint.path)}Input`, 1) } };
  const { properties = {}, required = [] } = schema as { properties?: Json; required?: string[] };
  const file = { type: "string", contentMediaType: "application/octet-stream" };
  const form = { ...schema, properties: { ...properties, file }, required: [...required, "file"] };
  return { "multipart/form-data": { schema: form } };
}

function contentOf(endpoint: Endpoint, answerOf: (schema: z.ZodType) => unknown): Json {
  if (endpoint.downloads) return { "application/octet-stream": {} };
  if (endpoint.streams) return { "text/event-stream": { schema: answerOf(endpoint.streams) } };
  const data = { anyOf: [answerOf(endpoint.answer), { type: "null" }] };
  return { "application/json": { schema: { $ref: "#/components/schemas/Envelope", properties: { data } } } };
}

function envelopeOf(success: Json): Json {
  const properties = { success, msg: { type: "string" }, msgCode: { type: "string" }, data: {} };
  return { type: "object", required: Object.keys(properties), properties };
}

/** A schema that holds itself refers to a named one, and names are looked up from the root of the whole document. */
function jsonSchema(
  schema: z.ZodType,
  io: "input" | "output",
  { operationId, shared }: { operationId: string; shared: SharedSchemas },
): Json {
  const {
    $schema: _dialect,
    $defs = {},
    ...json
  } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ jsonSchema: made }) => {
      if (made.format === "uuid") delete made.pattern; // the format says it all
    },
  });
  const nameOf = (name: string) => (name.startsWith("__schema") ? `${operationId}_${io}_${name.slice(8)}` : name);
  const pointToComponents = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(pointToComponents);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([name, inner]) => {
      if (name !== "$ref") return [name, pointToComponents(inner)];
      const target = inner === "#" ? "__schemaRoot" : String(inner).replace("#/$defs/", "");
      return [name, `#/components/schemas/${nameOf(target)}`];
    });
    return Object.fromEntries(entries);
  };
  for (const [name, def] of Object.entries($defs)) shared.schemas[nameOf(name)] = pointToComponents(def);
  const own = pointToComponents(json) as Json;
  if (!JSON.stringify(json).includes('"$ref":"#"')) return own;
  shared.schemas[nameOf("__schemaRoot")] = own;
  return { $ref: `#/components/schemas/${nameOf("__schemaRoot")}` };
}
