import { parseSync } from "vite";
import { isNode, type Node } from "../mutants/syntax.ts";

/** Lists every node of a source with its parent. */
export function* nodesIn(file: string, text: string): Generator<{ node: Node; parent: Node }> {
  const { program, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file} cannot be parsed: ${errors[0].message}`);
  const root: unknown = program;
  if (isNode(root)) yield* inside(root);
}

function* inside(parent: Node): Generator<{ node: Node; parent: Node }> {
  for (const value of Object.values(parent).flat()) {
    if (!isNode(value)) continue;
    yield { node: value, parent };
    yield* inside(value);
  }
}
