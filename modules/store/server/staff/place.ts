import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { staffErrors } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { holdRequirement, requireKnownPositions, requireStorePosition } from "../position/published.ts";
import { requireStore } from "../site/published.ts";

interface Place {
  readonly storeId: string;
  readonly positionCode: string;
}

/** Requires an own store that is not closed, and a position that stores of its type have. The store cannot close meanwhile. */
export async function requirePlace(tx: Tx, { storeId, positionCode }: Place): Promise<void> {
  const { state, operateMode, storeType } = await requireStore(tx, storeId);
  if (state === "CLOSED" || operateMode !== "DIRECT") throw staffErrors.staffStore();
  await requireKnownPositions(tx, [positionCode]);
  await requireStorePosition(tx, positionCode, storeType === "DELIVERY" ? "DELIVERY" : "STORE");
}

/** A mentor is in post in the same store. */
export async function requireMentor(tx: Tx, mentorStaffId: string | null, storeId: string): Promise<void> {
  if (mentorStaffId === null) return;
  const mentor = await findRow(tx, "storeStaff", { id: mentorStaffId });
  if (mentor?.storeId !== storeId || mentor.state !== "IN_POST") throw staffErrors.staffMentor();
}

/** 内推 names who referred the person. */
export function requireReferrer({
  source,
  referrerStaffId,
}: {
  source?: string | undefined;
  referrerStaffId: string | null;
}) {
  if (source === "REFERRAL" && referrerStaffId === null) {
    throw staffErrors.staffReferrer(undefined, { field: "referrerStaffId" });
  }
}

/**
 * Tells whether somebody who comes to a position has to be trained first: it asks for a certificate, and the person holds none
 * and has no days left to get one (ST-R13). It stays so until the person has come.
 */
export async function needsCertificate(
  tx: Tx,
  { id, positionCode }: { id: string; positionCode: string },
): Promise<boolean> {
  if (!(await holdRequirement(tx, positionCode))) return false;
  const { rows } = await sql`select 1 from certification where staff_id = ${id} and position_code = ${positionCode}
    and (state in ('CERTIFIED', 'CHALLENGED')
      or (state in ('DOING', 'REVIEW') and due_on >= ${dayOf(tx.now)}::date)) limit 1`.execute(tx.kysely);
  return rows.length === 0;
}
