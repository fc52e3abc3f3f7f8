import { lookupPeople } from "@ops/authority/server";
import {
  changeRecord,
  insertRecord,
  isSelf,
  lockRecord,
  presentOne,
  requireRecord,
  type Tx,
  writes,
} from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import {
  sheetScore,
  type TemplateCheck,
  type VerificationItem,
  verificationKinds,
  verificationOutcome,
  verificationStates,
  verifyErrors,
} from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { presentVerifications } from "../project/rounds.ts";
import { lockProject } from "../project/standing.ts";
import { type ProjectRow, rectifications, type VerificationRow, verifications } from "../project/tables.ts";
import { conditionalScore, passScore } from "./params.ts";
import { bindPictures, checksOf, refuseOwners, requireSound, requireWhole } from "./sheet.ts";

const present = presentOne(presentVerifications);

/** Begins the next round; the one before it must have ended. */
export const addVerification = writes(contract.addVerification, async (tx, { params, body: { kind, verifierIds } }) => {
  const project = await lockProject(tx, params.id, "verify");
  const said = { kind: verificationKinds[kind] };
  if ((await checksOf(tx, project, kind)).length === 0) throw verifyErrors.verifyChecks(said);
  const last = (await findRows(tx, "projectVerification", { projectId: project.id, kind }, "roundNo")).at(-1);
  if (last?.state === "WAITING" || last?.state === "DOING") throw verifyErrors.verifyOpen(said);
  const people = [...new Set(verifierIds)];
  await requireUsable(tx, people);
  await refuseOwners(tx, project, people);
  const round = { projectId: project.id, kind, roundNo: (last?.roundNo ?? 0) + 1, verifierIds: people };
  return present(tx, await insertRecord(tx, verifications, { ...round, items: [] }));
});

export const saveVerification = writes(contract.saveVerification, async (tx, { params, body }) => {
  const { items, isFinal, version } = body;
  const { projectId } = await requireRecord(tx, verifications, params.id);
  const project = await lockProject(tx, projectId, "verify");
  const round = await lockRecord(tx, verifications, params.id, version, present);
  const state = verificationStates.next(round.state, "save");
  if (!isSelf(tx, ...round.verifierIds)) throw verifyErrors.verifyMine();
  const checks = await checksOf(tx, project, round.kind);
  requireSound(items, checks);
  await bindPictures(tx, round.id, items);
  if (isFinal) return present(tx, await submit(tx, { project, round, checks }, items));
  return present(tx, await changeRecord(tx, verifications, round, { items, state }));
});

async function requireUsable(tx: Tx, userIds: readonly string[]): Promise<void> {
  const known = await lookupPeople(tx, userIds);
  if (userIds.some((id) => !known.get(id)?.isUsable))
    throw verifyErrors.verifyPerson(undefined, { field: "verifierIds" });
}

interface Sheet {
  readonly project: ProjectRow;
  readonly round: VerificationRow;
  readonly checks: readonly TemplateCheck[];
}

/** Freezes the sheet with its result; what failed has to be put right before a conditional one is passed (ST-R25). */
async function submit(tx: Tx, { project, round, checks }: Sheet, items: VerificationItem[]): Promise<VerificationRow> {
  requireWhole(items, checks, project);
  await refuseOwners(tx, project, round.verifierIds);
  const limits = { pass: tx.param(passScore), conditional: tx.param(conditionalScore) };
  const state = verificationOutcome(items, checks, limits);
  const failed = items.filter(({ isFailed }) => isFailed);
  if (state === "CONDITIONAL" && failed.length === 0) throw verifyErrors.verifyFailed({ n: limits.pass });
  const stamp = { submittedAt: tx.now, submittedBy: tx.actor.userId };
  const frozen = { items, state, totalScore: sheetScore(items), ...stamp };
  const submitted = await changeRecord(tx, verifications, round, frozen);
  if (state === "CONDITIONAL") for (const item of failed) await demand(tx, { project, round }, item);
  return submitted;
}

async function demand(tx: Tx, { project, round }: Omit<Sheet, "checks">, item: VerificationItem): Promise<void> {
  const ownerUserId = item.ownerUserId ?? project.managerUserId;
  if (ownerUserId === null) throw verifyErrors.rectifyOwner({ codes: item.code });
  await insertRecord(tx, rectifications, {
    projectId: project.id,
    verificationId: round.id,
    itemCode: item.code,
    requirement: item.note,
    level: item.level,
    ownerUserId,
    deadline: item.deadline ?? project.planOpenDate,
    beforeFileIds: item.fileIds,
  });
}
