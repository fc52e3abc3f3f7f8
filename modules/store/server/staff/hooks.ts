import { hook, type Tx } from "@ops/platform/server";
import type { StaffRow } from "./tables.ts";

/** The room of interviews ends those of somebody who is not hired. */
export const endInterviews = hook<[tx: Tx, staff: StaffRow, reason: string], Promise<void>>("store.endInterviews");

/** The room of certificates settles roles and certificate of somebody who has come to a post (ST-R13). */
export const takeUpPost = hook<[tx: Tx, staff: StaffRow], Promise<void>>("store.takeUpPost");
