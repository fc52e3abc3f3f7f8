import type { Tx } from "@ops/platform/server";
import type { ContractTerms, TermName } from "../../contract/index.ts";
import { effectiveTerms, termNames } from "./effective.ts";

/** The terms between the brand and a partner on a day, for modules above (PT-R6). */
export interface PublishedTerms {
  /** The main contract in force. */
  readonly contractId: string;
  readonly contractNo: string;
  readonly terms: ContractTerms;
  /** The number of the contract from which each term comes. */
  readonly sources: Readonly<Partial<Record<TermName, string>>>;
  readonly depositFen: number;
  /** Whether the main contract has ended and its terms continue for the days of grace (PT-R5). */
  readonly isInGrace: boolean;
}

/**
 * Finds the terms of a partner on a day, for modules that settle with it or sell for it; null without a contract. Locks
 * nothing.
 */
export async function findEffectiveTerms(tx: Tx, partnerId: string, day: string): Promise<PublishedTerms | null> {
  const found = await effectiveTerms(tx, partnerId, day);
  if (!found) return null;
  const { main, terms, depositFen, isInGrace } = found;
  const sources = termNames(terms).map((name) => [name, found.sources[name]?.contractNo] as const);
  return {
    contractId: main.id,
    contractNo: main.contractNo,
    terms,
    sources: Object.fromEntries(sources),
    depositFen,
    isInGrace,
  };
}
