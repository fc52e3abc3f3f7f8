import { addDays } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type ContractTerms, type TermName, termOrder } from "../../contract/index.ts";
import { db } from "../database.ts";
import { contractGraceDays } from "./params.ts";
import type { ContractRow } from "./tables.ts";

/** The terms of a partner on a day, and the contract from which each comes (PT-R6). */
export interface EffectiveTerms {
  readonly main: ContractRow;
  readonly terms: ContractTerms;
  readonly sources: Readonly<Partial<Record<TermName, ContractRow>>>;
  readonly depositFen: number;
  readonly depositSource: ContractRow;
  /** Whether the main contract has ended without a successor. Its terms then continue for the days of grace (PT-R5). */
  readonly isInGrace: boolean;
}

/**
 * Finds the main contract for a day; null if there is none. It does not depend on the nightly job that updates the
 * states.
 */
export async function mainContractOn(tx: Tx, partnerId: string, day: string): Promise<ContractRow | null> {
  return (await findInForce(tx, { partnerId, day, kind: "MAIN" }))[0] ?? null;
}

/**
 * Combines the main contract in force with its supplements, by date. In the days of grace it uses those valid at its
 * end.
 */
export async function effectiveTerms(tx: Tx, partnerId: string, day: string): Promise<EffectiveTerms | null> {
  const covering = await mainContractOn(tx, partnerId, day);
  const main = covering ?? (await findInGrace(tx, partnerId, day));
  if (!main) return null;
  const supplements = await findInForce(tx, { partnerId, day: covering ? day : main.endOn, kind: "SUPPLEMENT" });
  return { main, ...combineTerms([main, ...supplements], main), isInGrace: covering === null };
}

function combineTerms(inOrder: readonly ContractRow[], main: ContractRow) {
  let terms: ContractTerms = {};
  let deposit = main;
  const sources: Partial<Record<TermName, ContractRow>> = {};
  for (const contract of inOrder) {
    terms = { ...terms, ...contract.terms };
    for (const name of termNames(contract.terms)) sources[name] = contract;
    if (contract.depositFen !== null) deposit = contract;
  }
  return { terms, sources, depositFen: deposit.depositFen ?? 0, depositSource: deposit };
}

/** Lists the terms that a contract itself contains. */
export const termNames = (terms: ContractTerms): TermName[] => termOrder.filter((name) => terms[name] !== undefined);

interface Asked {
  readonly partnerId: string;
  readonly day: string;
  readonly kind: ContractRow["kind"];
}

/** Finds signed contracts that cover the day, earliest first. A terminated one was valid until that day. */
function findInForce(tx: Tx, { partnerId, day, kind }: Asked): Promise<ContractRow[]> {
  return db(tx)
    .selectFrom("partnerContract")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .where("kind", "=", kind)
    .where("startOn", "<=", day)
    .where("endOn", ">=", day)
    .where(
      sql<boolean>`(state in ('SIGNED', 'EFFECTIVE', 'EXPIRED', 'RENEWED')
        or (state = 'TERMINATED' and effective_on is not null and terminated_on > ${day}::date))`,
    )
    .orderBy("startOn")
    .orderBy("signedOn")
    .orderBy("id")
    .execute();
}

/** Finds the last main contract that ran to its end, if it ended within the days of grace. */
async function findInGrace(tx: Tx, partnerId: string, day: string): Promise<ContractRow | null> {
  const last = await db(tx)
    .selectFrom("partnerContract")
    .selectAll()
    .where("partnerId", "=", partnerId)
    .where("kind", "=", "MAIN")
    .where("state", "in", ["SIGNED", "EFFECTIVE", "EXPIRED", "RENEWED"])
    .where("endOn", "<", day)
    .where("endOn", ">=", addDays(day, -tx.param(contractGraceDays)))
    .orderBy("endOn", "desc")
    .executeTakeFirst();
  return last ?? null;
}
