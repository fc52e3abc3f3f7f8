import { createHash } from "node:crypto";
import { type Endpoint, type Method, titleOf } from "@ops/platform/contract";
import { z } from "zod";
import type { ContractField } from "../../contract/index.ts";

/** An endpoint as the catalogue stores it. */
export interface Described {
  readonly method: Method;
  readonly path: string;
  readonly name: string;
  readonly service: string;
  readonly permissionCode: string;
  /** A hash of the input, which shows that a release expects a different input (AU-R45). */
  readonly contractHash: string;
}

const known = new WeakMap<Endpoint, Described>();

export function describe(endpoint: Endpoint): Described {
  const found = known.get(endpoint) ?? describeAnew(endpoint);
  known.set(endpoint, found);
  return found;
}

function describeAnew(endpoint: Endpoint): Described {
  const { method, path, permission } = endpoint;
  const input = [endpoint.params, endpoint.query, endpoint.body].map((schema) => schema && jsonOf(schema, "input"));
  return {
    method,
    path,
    name: titleOf(endpoint),
    service: path.split("/")[1] ?? "",
    permissionCode: permission.includes(":") ? permission : permission.toUpperCase(),
    contractHash: createHash("sha256").update(JSON.stringify(input)).digest("base64url").slice(0, 22),
  };
}

export const asksForNoCode = (permissionCode: string): boolean =>
  permissionCode === "PUBLIC" || permissionCode === "SESSION";

export const keyOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

/** Lists the fields that the call takes and answers. */
export function contractFields(endpoint: Endpoint): ContractField[] {
  return [
    ...fieldsIn("PATH", endpoint.params && jsonOf(endpoint.params, "input")),
    ...fieldsIn("QUERY", endpoint.query && jsonOf(endpoint.query, "input")),
    ...fieldsIn("BODY", endpoint.body && jsonOf(endpoint.body, "input")),
    ...fieldsIn("ANSWER", endpoint.answer && jsonOf(endpoint.answer, "output")),
  ];
}

const Node = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  label: z.string().optional(),
  dict: z.string().optional(),
  format: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  get properties() {
    return z.record(z.string(), Node).optional();
  },
  required: z.array(z.string()).optional(),
  get items() {
    return Node.optional();
  },
  get anyOf() {
    return z.array(Node).optional();
  },
});
type Node = z.output<typeof Node>;
type Place = ContractField["place"];

const DEEPEST = 4;

function fieldsIn(place: Place, schema: Node | undefined, prefix = "", depth = 0): ContractField[] {
  const inside = schema && bodyOf(schema);
  if (!inside?.properties || depth >= DEEPEST) return [];
  return Object.entries(inside.properties).flatMap(([name, field]) => {
    const full = prefix + name;
    const body = bodyOf(field);
    const required = inside.required?.includes(name) ?? false;
    const line = { place, name: full, type: typeOf(field), required, label: field.label ?? body.label ?? null };
    const isList = body.items !== undefined;
    return [line, ...fieldsIn(place, isList ? body.items : body, `${full}${isList ? "[]." : "."}`, depth + 1)];
  });
}

/** Finds the schema without its null alternative. */
function bodyOf(schema: Node): Node {
  return schema.anyOf?.find((one) => one.type !== "null") ?? schema;
}

const words: Readonly<Record<string, string>> = {
  string: "文本",
  integer: "整数",
  number: "数字",
  boolean: "是否",
  array: "列表",
  object: "对象",
};

function typeOf(schema: Node): string {
  const body = bodyOf(schema);
  const optional = schema.anyOf?.some((one) => one.type === "null") ? "，可为空" : "";
  if (body.enum) return `选项：${body.enum.join(" / ")}${optional}`;
  if (body.const !== undefined) return `固定值：${String(body.const)}${optional}`;
  if (body.items) return `${typeOf(body.items)}的列表${optional}`;
  const [type = "string"] = [body.type ?? "string"].flat();
  const kind = body.dict ? `字典 ${body.dict}` : (words[type] ?? type);
  return `${kind}${optional}`;
}

function jsonOf(schema: z.ZodType, io: "input" | "output"): Node {
  return Node.parse(z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline", cycles: "ref" }));
}
