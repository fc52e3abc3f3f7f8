import { hook, type Tx } from "@ops/platform/server";
import type { Staff } from "../../contract/index.ts";
import type { StaffRow } from "./tables.ts";

/** The room of interviews ends those of somebody who is not hired. */
export const endInterviews = hook<[tx: Tx, staff: StaffRow, reason: string], Promise<void>>("store.endInterviews");

/** The room of interviews refuses a position for which somebody 待入职 was not interviewed (ST-R10). */
export const requireInterviewed = hook<[tx: Tx, staff: Pick<StaffRow, "id" | "positionCode">], Promise<void>>(
  "store.requireInterviewed",
);

export type RoundsAhead = Pick<Staff, "nextRound" | "isInterviewed">;

/** The room of interviews tells what is ahead of candidates, by their ids; others are not named (ST-R10). */
export const findRoundsAhead = hook<[tx: Tx, staff: readonly StaffRow[]], Promise<ReadonlyMap<string, RoundsAhead>>>(
  "store.findRoundsAhead",
);

/** The room of interviews lets those of a candidate follow to another store or position. */
export const followCandidate = hook<[tx: Tx, before: StaffRow, after: StaffRow], Promise<void>>(
  "store.followCandidate",
);

/** The room of certificates settles roles and certificate of somebody who has come to a post (ST-R13). */
export const takeUpPost = hook<[tx: Tx, staff: StaffRow], Promise<void>>("store.takeUpPost");
