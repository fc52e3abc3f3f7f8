import { isNode, type Node } from "../mutants/syntax.ts";
import { nodesIn } from "./syntax-tree.ts";

const around: Readonly<Record<string, string>> = {
  ObjectExpression: "ObjectExpression",
  ArrayExpression: "ArrayExpression",
};

/**
 * Finds lines on which a literal is spread into another literal or into an element: `{ ...{ a, b } }`, `[...[a, b]]`,
 * `{...{ a }}`. The compiler does not check for unknown properties inside of a spread, so a typing error in an optional
 * key stays unnoticed there.
 */
export function spreadLiterals(file: string, text: string): number[] {
  const found: number[] = [];
  for (const { node, parent } of nodesIn(file, text)) {
    if (isSpreadLiteral(node, parent)) found.push(text.slice(0, node.start).split("\n").length);
  }
  return found;
}

function isSpreadLiteral({ type, argument }: Node, parent: Node): boolean {
  if (!isNode(argument)) return false;
  if (type === "JSXSpreadAttribute") return argument.type === "ObjectExpression";
  return type === "SpreadElement" && around[parent.type] === argument.type;
}
