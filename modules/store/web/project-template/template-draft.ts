import { type TemplateCheck, type TemplateNode, type VerificationKind, verificationKinds } from "@ops/store/contract";

interface Following {
  readonly code: string;
  readonly predecessorCodes: string[];
}

export const weightSum = (nodes: readonly Pick<TemplateNode, "weight">[]): number =>
  nodes.reduce((sum, { weight }) => sum + weight, 0);

/** The points of each kind of verification that the template asks for; only 100 can be saved. */
export function checkSums(checks: readonly Pick<TemplateCheck, "kind" | "maxScore">[]): string[] {
  return Object.entries(verificationKinds).flatMap(([kind, label]) => {
    const own = checks.filter((check) => check.kind === kind);
    const sum = own.reduce((total, { maxScore }) => total + maxScore, 0);
    return own.length === 0 ? [] : [`${label}满分合计${sum}${sum === 100 ? "" : "（须为100）"}`];
  });
}

/** The next free code of a kind of verification. */
export function nextCheckCode(checks: readonly Pick<TemplateCheck, "kind" | "code">[], kind: VerificationKind): string {
  const taken = new Set(checks.filter((check) => check.kind === kind).map(({ code }) => code));
  let no = taken.size + 1;
  while (taken.has(`${kind.charAt(0)}${no}`)) no += 1;
  return `${kind.charAt(0)}${no}`;
}

/** Swaps a line with the one before or after it. */
export function moveLine<L>(lines: readonly L[], at: number, by: -1 | 1): L[] {
  const [line, other] = [lines[at], lines[at + by]];
  if (line === undefined || other === undefined) return [...lines];
  return lines.map((one, n) => (n === at ? other : n === at + by ? line : one));
}

/** Saves a node at its place, or at the end; those that waited for it by its former code go on waiting for it. */
export function putNode<N extends Following>(nodes: readonly N[], node: N, formerCode?: string): N[] {
  if (formerCode === undefined) return [...nodes, node];
  return nodes
    .map((one) => (one.code === formerCode ? node : one))
    .map((one) => ({
      ...one,
      predecessorCodes: one.predecessorCodes.map((code) => (code === formerCode ? node.code : code)),
    }));
}

/** What a node waits for after another one is taken out: in its place those that it waited for itself. */
export function bypass(predecessorCodes: readonly string[], removed: Following): string[] {
  const next = predecessorCodes.flatMap((code) => (code === removed.code ? removed.predecessorCodes : [code]));
  return [...new Set(next)];
}

/** Takes a node out; what waited for it waits for those before it. */
export function dropNode<N extends Following>(nodes: readonly N[], removed: N): N[] {
  return nodes
    .filter(({ code }) => code !== removed.code)
    .map((node) => ({ ...node, predecessorCodes: bypass(node.predecessorCodes, removed) }));
}
