import type { Endpoint } from "@ops/platform/contract";
import fc from "fast-check";
import { z } from "zod";
import { composeProduct } from "../../scripts/openapi.ts";

/** The part of JSON Schema that contracts use. */
interface Node {
  dict?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
  items?: Node;
  properties?: Record<string, Node>;
  required?: string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  $ref?: string;
  $defs?: Record<string, Node>;
}

/** The codes that the product ships, because even an unusual client picks from a list. */
const dictionaries: ReadonlyMap<string, readonly string[]> = new Map(
  composeProduct()
    .modules.flatMap((module) => module.dictionaries ?? [])
    .map(({ code, entries }) => [code, entries.map(([value]) => value)]),
);

export interface Input {
  readonly params: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly body: Record<string, unknown> | undefined;
}

/** Makes inputs that look right: they have the declared types and bounds, and some existing ids. */
export function validLikeInput(endpoint: Endpoint, known: readonly string[]): fc.Arbitrary<Input> {
  const part = (schema: z.ZodObject | undefined) => (schema ? objectLike(schema, known) : fc.constant({}));
  return fc.record({
    params: part(endpoint.params),
    query: part(endpoint.query),
    body: endpoint.body ? part(endpoint.body) : fc.constant(undefined),
  });
}

function objectLike(schema: z.ZodObject, known: readonly string[]): fc.Arbitrary<Record<string, unknown>> {
  const root: Node = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })));
  return propertiesOf(root, { root, known, depth: 0 });
}

interface Place {
  readonly root: Node;
  readonly known: readonly string[];
  readonly depth: number;
}

function propertiesOf(node: Node, place: Place): fc.Arbitrary<Record<string, unknown>> {
  const properties = Object.entries(node.properties ?? {}).map(([name, one]) => [name, anyOf(one, place)] as const);
  return fc.record(Object.fromEntries(properties), { requiredKeys: node.required ?? [] });
}

function anyOf(node: Node, place: Place): fc.Arbitrary<unknown> {
  if (node.$ref) return anyOf(place.root.$defs?.[node.$ref.slice(8)] ?? {}, deeper(place));
  if (node.enum) return fc.constantFrom(...node.enum);
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.examples) return fc.constantFrom(...node.examples);
  const choices = node.anyOf ?? node.oneOf ?? node.allOf;
  if (choices) return fc.oneof(...choices.map((one) => anyOf(one, place)));
  const [type] = [node.type ?? "string"].flat();
  const codes = dictionaries.get(node.dict ?? "");
  if (codes) return fc.constantFrom(...codes); // dict-codes.test.ts sends values that a dictionary does not have
  if (type === "string") return textOf(node, place.known);
  if (type === "integer") return fc.integer({ min: lower(node), max: upper(node) });
  if (type === "number") return fc.double({ min: lower(node), max: upper(node), noNaN: true });
  if (type === "boolean") return fc.boolean();
  if (type === "null") return fc.constant(null);
  if (type === "array") return listOf(node, place);
  return propertiesOf(node, deeper(place));
}

function listOf({ items = {}, minItems = 0, maxItems = 4 }: Node, place: Place): fc.Arbitrary<unknown> {
  const maxLength = place.depth > 3 ? minItems : Math.min(maxItems, minItems + 3);
  return fc.array(anyOf(items, deeper(place)), { minLength: minItems, maxLength });
}

function deeper(place: Place): Place {
  return { ...place, depth: place.depth + 1 };
}

// most real values are near the lower bound, and version numbers are nearly always 1
function lower({ minimum = -1000 }: Node): number {
  return Math.max(minimum, -1000);
}
function upper({ minimum = 0, maximum = 1000 }: Node): number {
  return Math.min(maximum, Math.max(minimum, 0) + 3);
}

const instants = ["2024-02-29 00:00:00", "2026-01-31 23:59:59", "2099-06-01 12:30:00"];

function textOf(
  { format, pattern, minLength = 0, maxLength = 24 }: Node,
  known: readonly string[],
): fc.Arbitrary<string> {
  if (format === "uuid") return known.length > 0 ? fc.oneof(fc.constantFrom(...known), fc.uuid()) : fc.uuid();
  if (format === "email") return fc.emailAddress({ size: "small" });
  if (format === "date") return fc.constantFrom("2026-01-31", "2024-02-29", "2025-12-01");
  if (pattern === "^\\d{4}-\\d{2}-\\d{2},\\d{4}-\\d{2}-\\d{2}$") return fc.constantFrom("2025-01-01,2026-12-31");
  if (pattern === "^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$") return fc.constantFrom(...instants);
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const longest = Math.max(minLength, Math.min(maxLength, 24));
  return fc.string({
    unit: fc.constantFrom(..."中文测试abcXYZ 0123_-.,"),
    minLength: Math.max(1, minLength),
    maxLength: longest,
  });
}
