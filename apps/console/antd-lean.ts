import type { Plugin } from "vite";

interface Node {
  type: string;
  start: number;
  end: number;
}

interface Call extends Node {
  callee: { name?: string };
  arguments: Node[];
}

const makers = new Set(["genStyleHooks", "genSubStyleComponent", "genComponentStyleHook"]);

/**
 * Removes antd's style functions from the build, because their rules are static sheets (antd-css.ts). They are a sixth
 * of its code. They are cut out of the calls that contain them, and tree shaking drops what only they used. The
 * functions that make component tokens stay.
 */
export function antdLean(): Plugin {
  return {
    name: "antd-lean",
    apply: "build",
    transform: {
      filter: {
        id: /node_modules\/antd\/es\/.*\/style\/.*\.js$/,
        code: /gen(StyleHooks|SubStyleComponent|ComponentStyleHook)\(/,
      },
      handler(code) {
        const styles = callsIn(this.parse(code)).flatMap((call) => call.arguments[1] ?? []);
        const lean = styles
          .toSorted((one, other) => other.start - one.start)
          .reduce((text, { start, end }) => `${text.slice(0, start)}() => []${text.slice(end)}`, code);
        return { code: lean, map: null };
      },
    },
  };
}

function callsIn(tree: unknown): Call[] {
  if (typeof tree !== "object" || tree === null) return [];
  const inside = Object.values(tree).flatMap(callsIn);
  return isMaker(tree) ? [tree, ...inside] : inside;
}

function isMaker(node: object): node is Call {
  if (!("type" in node) || node.type !== "CallExpression" || !("callee" in node)) return false;
  const { callee } = node;
  return typeof callee === "object" && callee !== null && "name" in callee && makers.has(String(callee.name));
}
