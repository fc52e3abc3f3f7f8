import type { PriceLine } from "../../contract/index.ts";

/** What the lock freezes besides the columns of the order: the contract is made from it (OR-R5). */
export interface Snapshot {
  readonly lines: readonly Pick<PriceLine, "kind" | "name" | "amountFen" | "policyId">[];
  readonly totalFen: number;
  readonly cycleMinDays: number;
  readonly cycleMaxDays: number;
  readonly ruleId: string;
}
