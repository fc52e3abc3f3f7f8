/** The part of a syntax node that mutants need. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

export function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

export function requireNode(value: unknown): Node {
  if (!isNode(value)) throw new Error("the parser answered no node where one has to be");
  return value;
}

export function nodesOf(value: unknown): Node[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** Finds the name of an identifier, or the last part of `a.b.c`; empty for anything else. */
export function nameOf(value: unknown): string {
  if (!isNode(value)) return "";
  if (value.type === "MemberExpression") return nameOf(value["property"]);
  return value.type === "Identifier" && typeof value["name"] === "string" ? value["name"] : "";
}

/** Finds the part before the point in `a.b`. */
export function objectOf(value: unknown): Node | undefined {
  const object = isNode(value) && value.type === "MemberExpression" ? value["object"] : undefined;
  return isNode(object) ? object : undefined;
}

export function isFunction({ type }: Node): boolean {
  return type === "FunctionDeclaration" || type === "FunctionExpression" || type === "ArrowFunctionExpression";
}
