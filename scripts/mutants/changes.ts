import type { MutantKind } from "./find-mutants.ts";
import { isNode, type Node, nameOf, nodesOf, objectOf, requireNode } from "./syntax.ts";

/** The text between two positions of a file, and its replacement. */
export interface Change {
  readonly kind: MutantKind;
  readonly start: number;
  readonly end: number;
  readonly after: string;
}

export interface Place {
  readonly source: string;
  readonly parent: Node | undefined;
  /** Whether it is inside of an argument of `sort` or `toSorted`. */
  readonly inSort: boolean;
}

const turned: Readonly<Record<string, string>> = {
  "===": "!==",
  "!==": "===",
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
  "=": "!=",
  "!=": "=",
  "<>": "=",
  in: "not in",
  "not in": "in",
  is: "is not",
  "is not": "is",
};
const shifted: Readonly<Record<string, string>> = { "<": "<=", "<=": "<", ">": ">=", ">=": ">" };

/** Lists the small faults that can be made from one node. */
export function changesOf(node: Node, place: Place): Change[] {
  switch (node.type) {
    case "LogicalExpression":
      return dropOperand(node, place);
    case "BinaryExpression":
      return changeComparison(node, place);
    case "IfStatement":
      return decideAlways(node);
    case "ConditionalExpression":
      return [swapBranches(node, place)];
    case "UnaryExpression":
      return node["operator"] === "!" ? [replace("dropped condition", node, textOf(node["argument"], place))] : [];
    case "ExpressionStatement":
    case "ThrowStatement":
      return node["directive"] ? [] : [replace("dropped statement", node, ";")];
    case "Literal":
      return changeLiteral(node, place);
    case "CallExpression":
      return changeWhere(node, place);
    case "TaggedTemplateExpression":
      return nameOf(node["tag"]) === "sql" ? changeSql(node, place) : [];
    default:
      return [];
  }
}

function replace(kind: MutantKind, { start, end }: Pick<Node, "start" | "end">, after: string): Change {
  return { kind, start, end, after };
}

const textOf = (value: unknown, { source }: Place): string => {
  const { start, end } = requireNode(value);
  return source.slice(start, end);
};

/** Turns `a && b` into `a` or `b`. A default after `??` is left out, because it is a value and not a condition. */
function dropOperand(node: Node, place: Place): Change[] {
  if (node["operator"] === "??") return [];
  return [node["left"], node["right"]].map((kept) => replace("dropped condition", node, `(${textOf(kept, place)})`));
}

function changeComparison(node: Node, place: Place): Change[] {
  const operator = String(node["operator"]);
  const [left, right] = [textOf(node["left"], place), textOf(node["right"], place)];
  const written = (other: string) => `${left} ${other} ${right}`;
  const changes: Change[] = [];
  if (/^([<>]=?|[!=]==)$/.test(operator))
    changes.push(replace("turned comparison", node, written(turned[operator] ?? "")));
  if (shifted[operator]) changes.push(replace("shifted comparison", node, written(shifted[operator])));
  if (operator === "+" && !/["'`]/.test(left + right)) changes.push(replace("changed constant", node, written("-")));
  if (operator === "-") changes.push(replace("changed constant", node, written("+")));
  return changes;
}

function decideAlways(node: Node): Change[] {
  const test = requireNode(node["test"]);
  return ["true", "false"].map((decided) => replace("dropped condition", test, decided));
}

function swapBranches(node: Node, place: Place): Change {
  const [test, consequent, alternate] = [node["test"], node["consequent"], node["alternate"]];
  return replace(
    "swapped branch",
    node,
    `${textOf(test, place)} ? ${textOf(alternate, place)} : ${textOf(consequent, place)}`,
  );
}

/** Numbers from here on are doubled, because nobody could notice one millisecond or one byte more. */
const LARGE = 1_000;

function changeLiteral(node: Node, place: Place): Change[] {
  const { value } = node;
  if (typeof value === "boolean") return [replace("changed constant", node, String(!value))];
  if (typeof value !== "number" || isPlaceOrSign(value, place)) return [];
  return [replace("changed constant", node, String(value < LARGE ? value + 1 : value * 2))];
}

/**
 * Tells whether the number is a position such as `row[0]`, the first row of a query as in `.limit(1)`, or the sign of a
 * comparison as in `a < b ? -1 : 1`.
 */
function isPlaceOrSign(value: number, { parent, inSort }: Place): boolean {
  if (parent?.type === "MemberExpression") return true;
  if (value !== 1) return false;
  return inSort || (parent?.type === "CallExpression" && nameOf(parent["callee"]) === "limit");
}

/** Drops a condition of a query, such as `.where("until", "<", now)`, or changes its operator. */
function changeWhere(node: Node, place: Place): Change[] {
  const { callee } = node;
  const query = objectOf(callee);
  const changes: Change[] = [];
  if (query && /^(where|whereRef|having|andWhere)$/.test(nameOf(callee))) {
    changes.push(replace("dropped condition", node, textOf(query, place)));
  }
  const [, operator, right] = nodesOf(node["arguments"]);
  if (!operator || !right || operator.type !== "Literal" || typeof operator["value"] !== "string") return changes;
  const text = operator["value"];
  if (turned[text] && text !== "===" && text !== "!==") {
    changes.push(replace("turned comparison", operator, JSON.stringify(turned[text])));
  }
  if (shifted[text]) changes.push(replace("shifted comparison", operator, JSON.stringify(shifted[text])));
  return changes;
}

/** Changes comparisons in SQL, which are found by the blanks around them. */
function changeSql(node: Node, { source }: Place): Change[] {
  const { quasi } = node;
  const parts = nodesOf(isNode(quasi) ? quasi["quasis"] : []);
  return parts.flatMap(({ start, end }) =>
    [...source.slice(start, end).matchAll(/(?<= )(<=|>=|<>|<|>|=)(?= )/g)].flatMap(({ index, 0: operator }) => {
      const at = { start: start + index, end: start + index + operator.length };
      const turn = replace("turned comparison", at, turned[operator] ?? "");
      return shifted[operator] ? [turn, replace("shifted comparison", at, shifted[operator])] : [turn];
    }),
  );
}
