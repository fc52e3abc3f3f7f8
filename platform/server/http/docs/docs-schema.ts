/** The part of JSON Schema that contracts use; everything else is ignored. */
export interface SchemaNode {
  type?: string | string[];
  properties?: Record<string, SchemaNode>;
  required?: string[];
  items?: SchemaNode;
  anyOf?: SchemaNode[];
  oneOf?: SchemaNode[];
  allOf?: SchemaNode[];
  additionalProperties?: boolean | SchemaNode;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  maxWidth?: number;
  minimum?: number;
  maximum?: number;
  label?: string;
  dict?: string;
  masked?: boolean;
  $ref?: string;
}

export interface SchemaLine {
  readonly depth: number;
  readonly name: string;
  readonly kind: string;
  readonly isRequired: boolean;
  readonly remarks: string;
}

export type Schemas = Readonly<Record<string, SchemaNode>>;

const kinds: Record<string, string> = {
  string: "文本",
  integer: "整数",
  number: "数值",
  boolean: "是/否",
  object: "对象",
  array: "数组",
  null: "空",
};

/** Makes one line per property, nested ones below their parent. A recursive schema is shown once. */
export function schemaLines(root: SchemaNode, schemas: Schemas): SchemaLine[] {
  const lines: SchemaLine[] = [];
  const walk = (node: SchemaNode, depth: number, seen: readonly string[]) => {
    const { node: here, seen: above } = followRef(contentOf(node), schemas, seen);
    if (!here) return;
    for (const part of [...(here.anyOf ?? []), ...(here.oneOf ?? []), ...(here.allOf ?? [])]) walk(part, depth, above);
    if (here.items) walk(here.items, depth, above);
    if (typeof here.additionalProperties === "object") {
      lines.push(lineOf("{键}", here.additionalProperties, { depth, isRequired: false, schemas }));
      walk(here.additionalProperties, depth + 1, above);
    }
    for (const [name, property] of Object.entries(here.properties ?? {})) {
      const isRequired = here.required?.includes(name) ?? false;
      lines.push(lineOf(name, property, { depth, isRequired, schemas }));
      walk(property, depth + 1, above);
    }
  };
  walk(root, 0, []);
  return lines;
}

export function lineOf(
  name: string,
  node: SchemaNode,
  place: { depth: number; isRequired: boolean; schemas: Schemas },
): SchemaLine {
  const { depth, isRequired, schemas } = place;
  return { depth, name, isRequired, kind: kindOf(node, schemas), remarks: remarksOf(node, schemas) };
}

export function kindOf(node: SchemaNode, schemas: Schemas, above: readonly string[] = []): string {
  const { node: here, seen } = followRef(node, schemas, above);
  if (!here) return "对象";
  const choices = [...(here.anyOf ?? []), ...(here.oneOf ?? [])];
  if (choices.length > 0) return [...new Set(choices.map((one) => kindOf(one, schemas, seen)))].join(" 或 ");
  if (here.enum) return "选项";
  if (here.const !== undefined) return JSON.stringify(here.const);
  if (here.items) return `${kindOf(here.items, schemas, seen)}[]`;
  const types = [here.type ?? "object"].flat();
  return types.map((type) => kinds[type] ?? type).join(" 或 ");
}

function remarksOf(node: SchemaNode, schemas: Schemas): string {
  const { node: here = {} } = followRef(contentOf(node), schemas, []);
  const facts = { ...here, ...contentOf(node), ...node };
  const range = [facts.minimum, facts.maximum].map((bound) => (isBound(bound) ? bound : ""));
  const length = [facts.minLength, facts.maxLength].map((bound) => bound ?? "");
  return [
    facts.label,
    facts.enum?.join(" | "),
    facts.dict && `字典 ${facts.dict}`,
    facts.masked && "脱敏",
    facts.format,
    length.some((bound) => bound !== "") && `长度 ${length.join("–")}`,
    facts.maxWidth && `最多${facts.maxWidth}个字符（汉字算2个）`,
    range.some((bound) => bound !== "") && `${range.join(" – ")}`,
    !facts.format && facts.pattern,
    facts.default !== undefined && `默认 ${JSON.stringify(facts.default)}`,
  ]
    .filter(Boolean)
    .join("；");
}

/** Ignores bounds that only mean any whole number. */
function isBound(bound: number | undefined): bound is number {
  return bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
}

/** "This or nothing" reads as this. */
function contentOf(node: SchemaNode): SchemaNode {
  const [only, ...others] = (node.anyOf ?? []).filter(({ type }) => type !== "null");
  return only && others.length === 0 ? only : node;
}

function followRef(node: SchemaNode, schemas: Schemas, seen: readonly string[]) {
  if (!node.$ref) return { node, seen };
  const name = node.$ref.replace("#/components/schemas/", "");
  return seen.includes(name) ? { node: undefined, seen } : { node: schemas[name], seen: [...seen, name] };
}
