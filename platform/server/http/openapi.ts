import { type Endpoint, titleOf } from "@ops/platform/contract";
import { z } from "zod";
import type { Route } from "./route.ts";

type Json = Record<string, unknown>;

/** OpenAPI 3.1 of the given routes, derived from their endpoints. */
export function openApiOf(routes: readonly Route[], title: string): Json {
  const paths: Record<string, Json> = {};
  const sorted = routes.map((route) => route.endpoint).sort((a, b) => (key(a) < key(b) ? -1 : 1));
  for (const endpoint of sorted) {
    const path = paths[endpoint.path] ?? {};
    path[endpoint.method.toLowerCase()] = operationOf(endpoint);
    paths[endpoint.path] = path;
  }
  const security = { token: { type: "apiKey", in: "header", name: "Authorization" } };
  return { openapi: "3.1.1", info: { title, version: "1" }, paths, components: { securitySchemes: security } };
}

const key = (endpoint: Endpoint) => `${endpoint.path} ${endpoint.method}`;

function operationOf(endpoint: Endpoint): Json {
  return {
    summary: titleOf(endpoint),
    tags: [endpoint.path.split("/")[1]],
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/\W+/g, "_")}`,
    "x-permission": endpoint.permission,
    ...(endpoint.audit ? { "x-audit": endpoint.audit } : {}),
    ...(endpoint.permission === "public" ? {} : { security: [{ token: [] }] }),
    parameters: [...parametersOf(endpoint, "params", "path"), ...parametersOf(endpoint, "query", "query")],
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: { "application/json": { schema: schemaOf(endpoint.body, "input") } },
          },
        }
      : {}),
    responses: { 200: { description: "成功或业务拒绝", content: contentOf(endpoint) } },
  };
}

function parametersOf(endpoint: Endpoint, part: "params" | "query", place: "path" | "query"): Json[] {
  return Object.entries(endpoint[part]?.shape ?? {}).map(([name, schema]) => ({
    name,
    in: place,
    required: place === "path" || !z.safeParse(schema, undefined).success,
    schema: schemaOf(schema as z.ZodType, "input"),
  }));
}

function contentOf(endpoint: Endpoint): Json {
  if (endpoint.downloads) return { "application/octet-stream": {} };
  if (endpoint.streams) return { "text/event-stream": { schema: schemaOf(endpoint.streams, "output") } };
  const properties = {
    success: { type: "boolean" },
    msg: { type: "string" },
    msgCode: { type: "string" },
    data: { anyOf: [schemaOf(endpoint.answer, "output"), { type: "null" }] },
  };
  return { "application/json": { schema: { type: "object", required: Object.keys(properties), properties } } };
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return json;
}
