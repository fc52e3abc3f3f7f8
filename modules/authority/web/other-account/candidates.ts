import type { OtherAccount } from "@ops/authority/contract";

/** Who an identity could belong to, in words; empty where nobody is known. */
export function candidatesOf({ candidateNames, otherCandidates }: OtherAccount): string {
  const others = otherCandidates > 0 ? [`范围外${otherCandidates}人`] : [];
  return [...candidateNames, ...others].join("、");
}
