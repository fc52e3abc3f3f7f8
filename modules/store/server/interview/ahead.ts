import type { Tx } from "@ops/platform/server";
import { type InterviewRound, staffStates } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { roundsOfPositions } from "../position/published.ts";
import type { RoundsAhead } from "../staff/hooks.ts";
import type { StaffRow } from "../staff/tables.ts";
import { COUNTED_STATES } from "./checks.ts";
import type { InterviewRow } from "./tables.ts";

/** Finds the round that each candidate can be invited to now, and whether all are passed (ST-R10). */
export async function findRoundsAhead(tx: Tx, staff: readonly StaffRow[]): Promise<ReadonlyMap<string, RoundsAhead>> {
  const candidates = staff.filter(({ state }) => staffStates.can(state, "arrange"));
  if (candidates.length === 0) return new Map();
  const codes = candidates.map(({ positionCode }) => positionCode);
  const roundsOf = await roundsOfPositions(tx, codes);
  const ids = candidates.map(({ id }) => id);
  const held = await findRows(tx, "interview", { staffId: ids, state: COUNTED_STATES });
  return new Map(
    candidates.map(({ id, positionCode }) => {
      const own = held.filter((one) => one.staffId === id && one.positionCode === positionCode);
      return [id, aheadOf(roundsOf(positionCode), own)];
    }),
  );
}

function aheadOf(rounds: readonly InterviewRound[], held: readonly InterviewRow[]): RoundsAhead {
  const isPassed = (no: number) => held.some(({ roundNo, state }) => roundNo === no && state === "PASSED");
  const at = rounds.findIndex((_round, index) => !isPassed(index + 1));
  const round = rounds[at];
  if (!round) return { nextRound: null, isInterviewed: true };
  const isHeld = held.some(({ roundNo }) => roundNo === at + 1);
  return { nextRound: isHeld ? null : { no: at + 1, name: round.name }, isInterviewed: false };
}
