import type { Approval } from "@ops/platform/contract";

type Choice = Pick<Approval, "id" | "kind" | "mostTogether">;

/**
 * Tells whether a request can be chosen too. Several can be approved at once only if the flow allows it, of one kind,
 * and up to its limit (PF-R117).
 */
export function mayChoose({ id, kind, mostTogether }: Choice, chosen: readonly Choice[]): boolean {
  if (chosen.some((one) => one.id === id)) return true;
  return mostTogether > 1 && chosen.length < mostTogether && chosen.every((one) => one.kind === kind);
}
