import { bindFile, type Tx } from "@ops/platform/server";
import { type TemplateCheck, type VerificationItem, verifyErrors } from "../../contract/index.ts";
import { findRow, findRows } from "../database.ts";
import { type ProjectRow, type VerificationRow, verifications } from "../project/tables.ts";

/** What the template of a project asks at a kind of verification. */
export async function checksOf(
  tx: Tx,
  { templateId }: ProjectRow,
  kind: VerificationRow["kind"],
): Promise<TemplateCheck[]> {
  const template = await findRow(tx, "projectTemplate", { id: templateId });
  return (template?.checks ?? []).filter((check) => check.kind === kind);
}

/** Verifiers have done none of the work that they verify (ST-R25). */
export async function refuseOwners(tx: Tx, project: ProjectRow, verifierIds: readonly string[]): Promise<void> {
  const planned = await findRows(tx, "projectNode", { projectId: project.id });
  if (planned.some(({ ownerUserId }) => ownerUserId !== null && verifierIds.includes(ownerUserId))) {
    throw verifyErrors.verifyOwner(undefined, { field: "verifierIds" });
  }
}

/** Refuses lines that the sheet does not have, and too many points. */
export function requireSound(items: readonly VerificationItem[], checks: readonly TemplateCheck[]): void {
  const codes = items.map(({ code }) => code);
  const strange = codes.filter((code, at) => codes.indexOf(code) < at || checks.every((check) => check.code !== code));
  if (strange.length > 0) throw verifyErrors.verifyItems({ codes: strange.join("、") });
  for (const { code, maxScore: max } of checks) {
    if (items.some((item) => item.code === code && item.score > max)) throw verifyErrors.verifyScore({ code, max });
  }
}

/** Requires every line, and for each that fails what is wrong, a picture and a deadline before the opening. */
export function requireWhole(
  items: readonly VerificationItem[],
  checks: readonly TemplateCheck[],
  { planOpenDate }: ProjectRow,
): void {
  const missing = checks.filter(({ code }) => items.every((item) => item.code !== code)).map(({ code }) => code);
  if (missing.length > 0) throw verifyErrors.verifyItems({ codes: missing.join("、") });
  const failed = items.filter(({ isFailed }) => isFailed);
  const bare = failed.filter(({ note, fileIds }) => note === "" || fileIds.length === 0).map(({ code }) => code);
  if (bare.length > 0) throw verifyErrors.verifyEvidence({ codes: bare.join("、") });
  if (failed.some(({ deadline }) => deadline !== null && deadline > planOpenDate)) throw verifyErrors.rectifyDeadline();
}

export async function bindPictures(tx: Tx, bizId: string, items: readonly VerificationItem[]): Promise<void> {
  for (const id of new Set(items.flatMap(({ fileIds }) => fileIds))) {
    await bindFile(tx, id, { bizType: verifications.name, bizId });
  }
}
