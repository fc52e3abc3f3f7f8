interface Following {
  readonly code: string;
  readonly predecessorCodes: readonly string[];
}

/** Finds nodes that wait for each other, as the codes of the circle with its start again at the end; null without one (ST-R20). */
export function findCycle(nodes: readonly Following[]): string[] | null {
  const byCode = new Map(nodes.map((node) => [node.code, node]));
  const done = new Set<string>();
  const visit = (code: string, path: readonly string[]): string[] | null => {
    const at = path.indexOf(code);
    if (at >= 0) return [...path.slice(at), code].toReversed();
    if (done.has(code)) return null;
    for (const before of byCode.get(code)?.predecessorCodes ?? []) {
      const found = visit(before, [...path, code]);
      if (found) return found;
    }
    done.add(code);
    return null;
  };
  for (const { code } of nodes) {
    const found = visit(code, []);
    if (found) return found;
  }
  return null;
}

/** Sorts nodes so that each comes after those that it waits for. The nodes must have no cycle. */
export function inOrder<N extends Following>(nodes: readonly N[]): N[] {
  const byCode = new Map(nodes.map((node) => [node.code, node]));
  const sorted = new Set<N>();
  const visit = (node: N): void => {
    if (sorted.has(node)) return;
    for (const code of node.predecessorCodes) {
      const before = byCode.get(code);
      if (before) visit(before);
    }
    sorted.add(node);
  };
  for (const node of nodes) visit(node);
  return [...sorted];
}

/** Finds a code that a node waits for although no node has it; undefined without one. */
export function findUnknownCode(nodes: readonly Following[]): string | undefined {
  const codes = new Set(nodes.map(({ code }) => code));
  return nodes.flatMap(({ predecessorCodes }) => predecessorCodes).find((code) => !codes.has(code));
}
