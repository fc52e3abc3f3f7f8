import { commonErrors, dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { staffErrors } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import { holdRequirement, requireKnownPositions, requireStorePosition } from "../position/published.ts";
import { holdStores } from "../site/published.ts";

interface Place {
  readonly storeId: string;
  readonly positionCode: string;
}

/** Requires an own store that is not closed, and a position that stores of its type have. The store cannot close meanwhile. */
export async function requirePlace(tx: Tx, place: Place): Promise<void> {
  const ask = await holdPlaces(tx, [place]);
  await ask(place);
}

/** Locks the stores of many people at once; whoever asks for one of the places then is told as by `requirePlace`. */
export async function holdPlaces(tx: Tx, places: readonly Place[]): Promise<(place: Place) => Promise<void>> {
  const stores = await holdStores(tx, [...new Set(places.map(({ storeId }) => storeId))]);
  const fitting = new Map<string, Promise<void>>();
  return async ({ storeId, positionCode }) => {
    const store = stores.get(storeId);
    if (!store) throw commonErrors.notFound();
    if (store.state === "CLOSED" || store.operateMode !== "DIRECT") throw staffErrors.staffStore();
    const orgType = store.storeType === "DELIVERY" ? "DELIVERY" : "STORE";
    const key = `${orgType} ${positionCode}`;
    const asked = fitting.get(key) ?? requireFitting(tx, positionCode, orgType);
    fitting.set(key, asked);
    await asked;
  };
}

async function requireFitting(tx: Tx, positionCode: string, orgType: "STORE" | "DELIVERY"): Promise<void> {
  await requireKnownPositions(tx, [positionCode]);
  await requireStorePosition(tx, positionCode, orgType);
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
