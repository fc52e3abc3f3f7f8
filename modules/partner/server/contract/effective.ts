import { addDays } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { type ContractTerms, type TermName, termOrder } from "../../contract/index.ts";
import { db } from "../database.ts";
import { contractGraceDays } from "./params.ts";
import type { ContractRow } from "./tables.ts";

/** What holds for a partner on a day, and which contract says so (PT-R6). */
export interface EffectiveTerms {
  readonly main: ContractRow;
  readonly terms: ContractTerms;
  readonly sources: Readonly<Partial<Record<TermName, ContractRow>>>;
  readonly depositFen: number;
  readonly depositSource: ContractRow;
  /** The main contract has ended and nothing follows yet; its terms go on for the days of grace (PT-R5). */
  readonly isInGrace: boolean;
}

/** The main contract that covers the day, whether or not the nightly work has been done; null when there is none. */
export async function mainContractOn(tx: Tx, partnerId: string, day: string): Promise<ContractRow | null> {
  return (await inForce(tx, { partnerId, day, kind: "MAIN" }))[0] ?? null;
}

/** The main contract in force with its supplements by date; within the days of grace those that held at its end. */
export async function effectiveTerms(tx: Tx, partnerId: string, day: string): Promise<EffectiveTerms | null> {
  const covering = await mainContractOn(tx, partnerId, day);
  const main = covering ?? (await inGrace(tx, partnerId, day));
  if (!main) return null;
  const supplements = await inForce(tx, { partnerId, day: covering ? day : main.endOn, kind: "SUPPLEMENT" });
  return { main, ...combined([main, ...supplements], main), isInGrace: covering === null };
}

function combined(inOrder: readonly ContractRow[], main: ContractRow) {
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

/** The terms that a contract names itself. */
export const termNames = (terms: ContractTerms): TermName[] => termOrder.filter((name) => terms[name] !== undefined);

interface Asked {
  readonly partnerId: string;
  readonly day: string;
  readonly kind: ContractRow["kind"];
}

/** Signed ones that cover the day, the earliest first; one that was ended before its time held until that day. */
function inForce(tx: Tx, { partnerId, day, kind }: Asked): Promise<ContractRow[]> {
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

/** The last main contract that ran to its end, if that was no longer ago than the days of grace. */
async function inGrace(tx: Tx, partnerId: string, day: string): Promise<ContractRow | null> {
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
