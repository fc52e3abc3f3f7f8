import type { ApprovalChain } from "@ops/platform/contract";

/** Which level of an approval waits, or who decided it last. */
export function waitingFor(chain: ApprovalChain | null): string {
  const open = chain?.state === "OPEN" ? chain.levels.find(({ verdict }) => verdict === null) : undefined;
  if (open) return `等待${open.label}`;
  const decided = chain?.levels.findLast(({ verdict }) => verdict !== null);
  return decided ? `${decided.label} ${decided.names.join("、")}` : "-";
}
