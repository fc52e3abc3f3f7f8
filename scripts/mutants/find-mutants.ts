import { parseSync } from "vite";
import { type Change, changesOf, type Place } from "./changes.ts";
import { isFunction, isNode, type Node, nameOf, objectOf } from "./syntax.ts";

/** A small fault that a test should notice: the text between two positions of a file is replaced. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** The text in the product. */
  readonly before: string;
  readonly after: string;
  readonly kind: MutantKind;
}

export type MutantKind =
  | "dropped condition"
  | "turned comparison"
  | "shifted comparison"
  | "changed constant"
  | "dropped statement"
  | "swapped branch";

/**
 * Finds all mutants of a source. In a contract only functions and constants in capitals count as rules, because the
 * rest declares schemas, from which the generated promises take their limits too.
 */
export function findMutants(file: string, source: string): Mutant[] {
  const { program, errors } = parseSync(file, source);
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const changes: Change[] = [];
  visit(program, { source, parent: undefined, inSort: false, isRule: !file.includes("contract/") }, changes);
  return changes.map(({ kind, start, end, after }) => {
    const line = source.slice(0, start).split("\n").length;
    return { file, line, start, end, before: source.slice(start, end), after, kind };
  });
}

interface Position extends Place {
  readonly isRule: boolean;
}

function visit(value: unknown, position: Position, found: Change[]): void {
  if (Array.isArray(value)) {
    for (const one of value) visit(one, position, found);
    return;
  }
  if (!isNode(value) || hasNoRules(value)) return;
  if (position.isRule) found.push(...changesOf(value, position));
  const isRule = position.isRule || isFunction(value) || isNamedConstant(value);
  const inSort = position.inSort || isSort(value);
  const within = { source: position.source, parent: value, inSort, isRule };
  for (const child of Object.values(value)) visit(child, within, found);
}

/**
 * Tells whether a node has no rules: types and imports do nothing at run time, and the operator's log is not tested.
 */
function hasNoRules(node: Node): boolean {
  const { type, expression } = node;
  const isTyped = type === "TSAsExpression" || type === "TSSatisfiesExpression" || type === "TSNonNullExpression";
  if (type.startsWith("TS") && !isTyped) return true;
  if (type === "ImportDeclaration" || type === "ExportAllDeclaration") return true;
  return isLogCall(node) || (type === "ExpressionStatement" && isLogCall(expression));
}

function isSort({ type, callee }: Node): boolean {
  return type === "CallExpression" && /^(sort|toSorted)$/.test(nameOf(callee));
}

function isLogCall(value: unknown): boolean {
  if (!isNode(value) || value.type !== "CallExpression") return false;
  return /^(log|logger|console)$/.test(nameOf(objectOf(value["callee"])));
}

/** Tells whether it is a constant such as `const MOST_TRIES = 5`. */
function isNamedConstant({ type, id }: Node): boolean {
  return type === "VariableDeclarator" && /^[A-Z][A-Z0-9_]+$/.test(nameOf(id));
}
