import { lookupPositions, requirePosition } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";
import { type InterviewRound, positionErrors, roundsOf } from "../../contract/index.ts";
import { db, findRow, findRows } from "../database.ts";
import type { PositionRow } from "./tables.ts";

/** A position as stores use it. */
export interface UsedPosition extends Pick<PositionRow, "positionCode" | "family" | "sort" | "isShown"> {
  readonly name: string;
}

/** Lists the positions that somebody has set up for stores, by their codes and in their order. Locks nothing. */
export async function storePositions(tx: Tx): Promise<ReadonlyMap<string, UsedPosition>> {
  const rows = await findRows(tx, "storePosition", {}, "sort", "positionCode");
  const codes = rows.map(({ positionCode }) => positionCode);
  const positions = await lookupPositions(tx, codes);
  return new Map(
    rows.map(({ positionCode, family, sort, isShown }) => {
      const name = positions.get(positionCode)?.name ?? positionCode;
      return [positionCode, { positionCode, family, sort, isShown, name }];
    }),
  );
}

/** A position that is enabled, shown in stores and fits the type of organisation; others are refused. */
export async function requireStorePosition(tx: Tx, code: string, orgType: "STORE" | "DELIVERY"): Promise<UsedPosition> {
  const { name } = await requirePosition(tx, code, { orgType });
  const row = await findRow(tx, "storePosition", { positionCode: code });
  if (!row?.isShown) throw positionErrors.positionHidden({ name });
  return { positionCode: code, family: row.family, sort: row.sort, isShown: row.isShown, name };
}

/** Refuses codes that nobody has set up for stores. */
export async function requireKnownPositions(tx: Tx, codes: readonly string[]): Promise<void> {
  const known = await storePositions(tx);
  const unknown = codes.find((code) => !known.has(code));
  if (unknown !== undefined) throw positionErrors.positionUnknown({ code: unknown });
}

/** What a position asks of those who come to it. */
export interface HiringRules {
  readonly isCertRequired: boolean;
  readonly rounds: readonly InterviewRound[];
}

/** Finds what a position asks for; one that nobody has set up asks for one round and no certificate. Locks nothing. */
export async function hiringRulesOf(tx: Tx, positionCode: string): Promise<HiringRules> {
  const row = await findRow(tx, "storePosition", { positionCode });
  return { isCertRequired: row?.isCertRequired ?? false, rounds: roundsOf(row?.interviewRounds ?? []) };
}

/** Finds the rounds of interviews of several positions at once. */
export async function roundsOfPositions(
  tx: Tx,
  codes: readonly string[],
): Promise<(positionCode: string) => readonly InterviewRound[]> {
  const rows = await findRows(tx, "storePosition", { positionCode: [...new Set(codes)] });
  const set = new Map(rows.map(({ positionCode, interviewRounds }) => [positionCode, interviewRounds]));
  return (positionCode) => roundsOf(set.get(positionCode) ?? []);
}

/**
 * Tells whether a position asks for a certificate, and keeps it so: whoever switches this waits, and then finds those who have
 * just come among the holders.
 */
export async function holdRequirement(tx: Tx, positionCode: string): Promise<boolean> {
  const row = await db(tx)
    .selectFrom("storePosition")
    .select("isCertRequired")
    .where("positionCode", "=", positionCode)
    .forShare()
    .executeTakeFirst();
  return row?.isCertRequired ?? false;
}
