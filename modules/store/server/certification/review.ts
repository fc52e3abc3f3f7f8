import { dayOf } from "@ops/platform/contract";
import { changeRecord, isSelf, requirePerson, type Tx, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { certErrors, certScoreOf, certStates, expireDay, isEnough, isHopeless } from "../../contract/index.ts";
import type { StaffRow } from "../staff/tables.ts";
import { noteCertStates } from "./cert-state.ts";
import { lockBoth } from "./lock.ts";
import { isNeeded, openCertificate } from "./open.ts";
import { comeInPost, standDown } from "./post.ts";
import { presentCert } from "./present.ts";
import { type CertRow, certTable } from "./tables.ts";
import { triedOf } from "./tried.ts";

/** The results decide whether a certificate may be given; the reviewer decides whether they are true (ST-R15). */
export const reviewCertification = writes(contract.reviewCertification, async (tx, { params, body }) => {
  requirePerson(tx);
  const { staff, cert } = await lockBoth(tx, params.id, body.version);
  const { verdict, note } = body;
  if (isSelf(tx, staff.userId)) throw certErrors.certSelf();
  const tried = await triedOf(tx, cert);
  if (verdict === "REJECT") {
    const rejected = await reject(tx, { staff, cert }, { note, isFailed: isHopeless(tried) });
    await noteCertStates(tx, [staff.id]);
    return presentCert(tx, rejected);
  }
  const state = certStates.next(cert.state, "certify");
  if (!isEnough(tried)) throw certErrors.certShort();
  const certifiedOn = dayOf(tx.now);
  const certified = await changeRecord(tx, certTable, cert, {
    state,
    note,
    score: certScoreOf(tried),
    certifiedOn,
    expireOn: expireDay(certifiedOn, tried.validMonths),
    dueOn: null,
  });
  if (staff.positionCode === cert.positionCode) await comeInPost(tx, staff);
  await noteCertStates(tx, [staff.id]);
  return presentCert(tx, certified);
});

/** Without any attempt left it ends, and a new one is opened in which the person is assessed from the beginning (ST-R15). */
async function reject(
  tx: Tx,
  { staff, cert }: { readonly staff: StaffRow; readonly cert: CertRow },
  { note, isFailed }: { readonly note: CertRow["note"]; readonly isFailed: boolean },
): Promise<CertRow> {
  const state = certStates.next(cert.state, isFailed ? "fail" : "sendBack");
  if (!isFailed) return changeRecord(tx, certTable, cert, { state, note });
  const failed = await changeRecord(tx, certTable, cert, { state, note, dueOn: null });
  if (await isNeeded(tx, staff, cert)) await openCertificate(tx, staff, cert.dueOn);
  return failed;
}

/** Somebody else than the reporter judges: the certificate goes with the post that needs it, or stays (ST-R15). */
export const judgeCertification = writes(contract.judgeCertification, async (tx, { params, body }) => {
  requirePerson(tx);
  const { staff, cert } = await lockBoth(tx, params.id, body.version);
  const { verdict, note } = body;
  if (isSelf(tx, cert.reportedBy, staff.userId)) throw certErrors.certJudgeSelf();
  const isRevoked = verdict === "REVOKE";
  const state = certStates.next(cert.state, isRevoked ? "revoke" : "clear");
  const judged = await changeRecord(tx, certTable, cert, { state, note });
  if (isRevoked && (await isNeeded(tx, staff, cert))) await standDown(tx, staff);
  await noteCertStates(tx, [staff.id]);
  return presentCert(tx, judged);
});
