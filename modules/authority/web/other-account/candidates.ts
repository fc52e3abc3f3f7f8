import type { OtherAccount } from "@ops/authority/contract";

/** Lists the possible owners of an identity in words; empty if there are none. */
export function candidatesOf({ candidateNames, otherCandidates }: OtherAccount): string {
  const others = otherCandidates > 0 ? [`范围外${otherCandidates}人`] : [];
  return [...candidateNames, ...others].join("、");
}
