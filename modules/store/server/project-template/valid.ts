import {
  findCycle,
  findUnknownCode,
  type ProjectStage,
  type TemplateCheck,
  templateErrors,
  verificationKinds,
} from "../../contract/index.ts";

interface Following {
  readonly code: string;
  readonly stage: ProjectStage;
  readonly predecessorCodes: readonly string[];
}

/** Refuses nodes that no project could go through: codes twice or unknown, circles, and not exactly one opening (ST-R20). */
export function requireSoundNodes(nodes: readonly Following[]): void {
  const twice = findTwice(nodes);
  if (twice !== undefined) throw templateErrors.nodeCode({ code: twice });
  const unknown = findUnknownCode(nodes);
  if (unknown !== undefined) throw templateErrors.nodeUnknown({ code: unknown });
  const cycle = findCycle(nodes);
  if (cycle) throw templateErrors.nodeCycle({ path: cycle.join("→") });
  if (nodes.filter(({ stage }) => stage === "OPENING").length !== 1) throw templateErrors.nodeOpening();
}

/** The points of each kind of verification add up to 100. */
export function requireSoundChecks(checks: readonly TemplateCheck[]): void {
  for (const [kind, own] of Map.groupBy(checks, (check) => check.kind)) {
    const twice = findTwice(own);
    if (twice !== undefined) throw templateErrors.checkCode({ code: twice });
    const sum = own.reduce((total, { maxScore }) => total + maxScore, 0);
    if (sum !== 100) throw templateErrors.checkSum({ kind: verificationKinds[kind] });
  }
}

function findTwice(lines: readonly { readonly code: string }[]): string | undefined {
  const codes = lines.map(({ code }) => code);
  return codes.find((code, at) => codes.indexOf(code) < at);
}
