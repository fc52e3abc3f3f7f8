import { personNames } from "@ops/authority/server";
import { isSelf, presenterOf, type Tx } from "@ops/platform/server";
import { Rectification, Verification } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { rectifications, verifications } from "./tables.ts";

export const presentVerifications = presenterOf(verifications, Verification, async (tx, rows) => {
  const names = await personNames(
    tx,
    rows.flatMap(({ verifierIds }) => verifierIds),
  );
  return ({ verifierIds }) => ({
    isVerifier: isSelf(tx, ...verifierIds),
    verifierNames: verifierIds.map((id) => names.get(id) ?? ""),
  });
});

export const presentRectifications = presenterOf(rectifications, Rectification, async (tx, rows) => {
  const rounds = await findRows(tx, "projectVerification", { id: rows.map(({ verificationId }) => verificationId) });
  return ({ ownerUserId, verificationId }) => ({
    isOwn: isSelf(tx, ownerUserId),
    isVerifier: isSelf(tx, ...(rounds.find(({ id }) => id === verificationId)?.verifierIds ?? [])),
  });
});

/** Presents all rounds of verification of projects, and what they found. */
export async function presentRounds(tx: Tx, projectIds: readonly string[]) {
  const wanted = { projectId: [...projectIds] };
  const rounds = await findRows(tx, "projectVerification", wanted, "kind", "roundNo");
  const found = await findRows(tx, "projectRectification", wanted, "deadline", "id");
  return {
    verifications: await presentVerifications(tx, rounds),
    rectifications: await presentRectifications(tx, found),
  };
}
