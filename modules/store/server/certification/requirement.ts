import { addDays, dayOf } from "@ops/platform/contract";
import { changeRecords, type Tx } from "@ops/platform/server";
import { certErrors, retrainDay, workingStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { findOnline } from "../post-standard/find.ts";
import type { StandardRow } from "../post-standard/tables.ts";
import { lockStaffRows } from "../staff/lock.ts";
import type { StaffRow } from "../staff/tables.ts";
import { noteCertStates } from "./cert-state.ts";
import { lockCerts, openCertificates, openCertStates } from "./open.ts";
import { holderDays } from "./params.ts";
import { requireTraineeRole } from "./roles.ts";
import { certTable } from "./tables.ts";

/** Gives people in post the days that they have to get the certificate which their position asks for (ST-R13). */
export async function giveHoldersTime(tx: Tx, positionCode: string, holders: readonly StaffRow[]): Promise<void> {
  const dueOn = addDays(dayOf(tx.now), tx.param(holderDays));
  // one that was begun before the position ceased to ask for it goes on, with all the days again
  const begun = await lockCerts(tx, positionCode, { staff: holders, states: ["DOING", "REVIEW"] });
  await changeRecords(
    tx,
    certTable,
    begun.map((before) => ({ before, steps: [{ dueOn }] })),
  );
  await openCertificates(tx, positionCode, { staff: holders, dueOn });
  await noteCertStates(
    tx,
    holders.map(({ id }) => id),
  );
}

/**
 * Settles the holders of a position that begins or ceases to ask for a certificate. It cannot cease while people are in
 * training for it.
 */
export async function switchRequirement(tx: Tx, positionCode: string, isRequired: boolean): Promise<void> {
  const holders = await db(tx)
    .selectFrom("storeStaff")
    .selectAll()
    .where("positionCode", "=", positionCode)
    .where("state", "in", [...workingStates])
    .orderBy("id")
    .forUpdate()
    .execute();
  if (isRequired) {
    requireTraineeRole(tx);
    if (!(await findOnline(tx, positionCode))) throw certErrors.certNoStandard();
    return giveHoldersTime(tx, positionCode, holders);
  }
  const training = holders.filter(({ state, stateBefore }) => (stateBefore ?? state) === "TRAINING");
  if (training.length > 0) throw certErrors.certTraining({ n: training.length });
  await noteCertStates(
    tx,
    holders.map(({ id }) => id),
  );
}

/** A new version leaves certificates as they are, unless it forces their holders to be trained again (ST-R14). */
export async function retrain(tx: Tx, { positionCode, forceRetrainDays }: StandardRow): Promise<void> {
  if (forceRetrainDays === null) return;
  // people come before their certificates, and whoever is being certified just now is waited for
  const known = await db(tx)
    .selectFrom("certification")
    .select("staffId")
    .distinct()
    .where("positionCode", "=", positionCode)
    .where("state", "in", [...openCertStates])
    .execute();
  const staff = await lockStaffRows(
    tx,
    known.map(({ staffId }) => staffId),
  );
  const held = await lockCerts(tx, positionCode, { staff, states: ["CERTIFIED", "CHALLENGED"] });
  const changed = held.flatMap((before) => {
    const expireOn = retrainDay(before.expireOn, dayOf(tx.now), forceRetrainDays);
    return expireOn === before.expireOn ? [] : [{ before, steps: [{ expireOn }] }];
  });
  await changeRecords(tx, certTable, changed);
  await noteCertStates(
    tx,
    held.map(({ staffId }) => staffId),
  );
}
