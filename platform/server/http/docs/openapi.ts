import { setImmediate } from "node:timers/promises";
import { type Endpoint, titleOf } from "@ops/platform/contract";
import { z } from "zod";
import type { Route } from "../route.ts";
import { placeIn, placeOf, SharedSchemas } from "./shared-schemas.ts";

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of the given routes, derived from their endpoints. */
export function openApiOf(routes: readonly Route[], title: string): Json {
  const { document, addNext } = beginDocument(routes, title);
  while (addNext());
  return document;
}

/** Does the same on a running server, which can answer calls after each endpoint. */
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
  const inOrder = [...endpoints.keys()].sort().flatMap((key) => endpoints.get(key) ?? []);
  const schemasOf = new Map<Endpoint, Schemas>();
  const steps = [
    ...inOrder.map((endpoint) => () => void schemasOf.set(endpoint, noteSchemas(endpoint, shared))),
    ...inOrder.map((endpoint) => () => {
      const operation = operationOf(endpoint, schemasOf.get(endpoint) ?? noteSchemas(endpoint, shared), shared);
      paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
    }),
  ].values();
  const addNext = () => {
    const { value: step, done } = steps.next();
    step?.();
    return !done;
  };
  const securitySchemes = { token: { type: "apiKey", in: "header", name: "Authorization" } };
  const components = { securitySchemes, responses, schemas: shared.schemas };
  const security = [{ token: [] }];
  return { document: { openapi: "3.1.1", info: { title, version: "1" }, security, paths, components }, addNext };
}

const responseWith = (description: string): Json => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
});
const responses = {
  SessionOver: responseWith("会话无效或已结束"),
  TooMany: responseWith("操作过于频繁"),
  Failed: responseWith("系统异常"),
  Busy: responseWith("系统繁忙"),
};
const refToResponse = (name: keyof typeof responses): Json => ({ $ref: `#/components/responses/${name}` });

const envelope = envelopeOf({ type: "boolean" });
const refusal = envelopeOf({ type: "boolean", const: false });

/** The schemas of a call before any of them is shared. */
interface Schemas {
  readonly parameters: readonly Parameter[];
  readonly body: Json | null;
  /** Null for a file. */
  readonly answer: Json | null;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: Json;
}

const operationIdOf = ({ method, path }: Endpoint) =>
  `${method.toLowerCase()}${path.replace(/\W+/g, "_").replace(/_$/, "")}`;

/** Many calls send the version alone, so that bodies are shared from the first property on. */
const FEWEST_IN_BODY = 1;

function noteSchemas(endpoint: Endpoint, shared: SharedSchemas): Schemas {
  const operationId = operationIdOf(endpoint);
  const schemaOf = (schema: z.ZodType, io: "input" | "output") => jsonSchema(schema, io, { operationId, shared });
  const parameters = (["params", "query"] as const).flatMap((part) =>
    Object.entries(endpoint[part]?.shape ?? {}).map(([name, schema]) => ({
      name,
      in: part === "params" ? ("path" as const) : ("query" as const),
      required: part === "params" || !z.safeParse(schema, undefined).success,
      schema: schemaOf(schema as z.ZodType, "input"),
    })),
  );
  const body = endpoint.body ? schemaOf(endpoint.body.strict(), "input") : null;
  const answered = endpoint.streams ?? endpoint.answer;
  const answer = answered && !endpoint.downloads ? schemaOf(answered, "output") : null;
  const place = placeOf(endpoint.path);
  for (const { name, schema } of parameters) shared.note(schema, placeIn(place, name));
  if (body && !isForm(endpoint)) shared.note(body, `${place}Input`, FEWEST_IN_BODY);
  if (answer) shared.note(answer, place);
  return { parameters, body, answer };
}

function operationOf(endpoint: Endpoint, { parameters, body, answer }: Schemas, shared: SharedSchemas): Json {
  const place = placeOf(endpoint.path);
  const content = body && bodyOf(endpoint, body, shared);
  return {
    summary: titleOf(endpoint),
    tags: [endpoint.path.split("/")[1]],
    operationId: operationIdOf(endpoint),
    "x-permission": endpoint.permission,
    ...(endpoint.audit ? { "x-audit": endpoint.audit } : {}),
    ...(endpoint.permission === "public" ? { security: [] } : {}),
    parameters: parameters.map((one) => ({ ...one, schema: shared.share(one.schema, placeIn(place, one.name)) })),
    ...(content ? { requestBody: { required: true, content } } : {}),
    responses: {
      200: { description: "成功，或 success 为 false 的业务拒绝", content: contentOf(endpoint, answer, shared) },
      ...(endpoint.permission === "public" ? {} : { 401: refToResponse("SessionOver") }),
      429: refToResponse("TooMany"),
      500: refToResponse("Failed"),
      503: refToResponse("Busy"),
    },
  };
}

const isForm = (endpoint: Endpoint) => "uploads" in endpoint && endpoint.uploads === true;

function bodyOf(endpoint: Endpoint, schema: Json, shared: SharedSchemas): Json {
  const place = `${placeOf(endpoint.path)}Input`;
  if (!isForm(endpoint)) return { "application/json": { schema: shared.share(schema, place, FEWEST_IN_BODY) } };
  const { properties = {}, required = [] } = schema as { properties?: Json; required?: string[] };
  const file = { type: "string", contentMediaType: "application/octet-stream" };
  const form = { ...schema, properties: { ...properties, file }, required: [...required, "file"] };
  return { "multipart/form-data": { schema: form } };
}

function contentOf(endpoint: Endpoint, answer: Json | null, shared: SharedSchemas): Json {
  if (!answer) return { "application/octet-stream": {} };
  const schema = shared.share(answer, placeOf(endpoint.path));
  if (endpoint.streams) return { "text/event-stream": { schema } };
  const data = { anyOf: [schema, { type: "null" }] };
  return { "application/json": { schema: { $ref: "#/components/schemas/Envelope", properties: { data } } } };
}

function envelopeOf(success: Json): Json {
  const properties = { success, msg: { type: "string" }, msgCode: { type: "string" }, data: {} };
  return { type: "object", required: Object.keys(properties), properties };
}

/**
 * Makes the JSON schema. A recursive schema refers to a named one, and names are resolved from the root of the
 * document.
 */
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
      if (made.format === "uuid") delete made.pattern; // the format tells enough
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
