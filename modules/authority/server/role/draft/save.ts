import type { BodyOf } from "@ops/platform/contract";
import { changeRecord, type Tx } from "@ops/platform/server";
import type * as contract from "../../../contract/index.ts";
import { previewErrors, type RoleDraft, riskPoints } from "../../../contract/index.ts";
import { bumpRights } from "../../rights/bump.ts";
import { catalogueOf } from "../../rights/catalogue.ts";
import { requireFreeName } from "../free-name.ts";
import { holdersOfRole } from "../holders.ts";
import { lockRole } from "../lock-role.ts";
import { refuseForeignHand } from "../own-role.ts";
import { type PresentedDetail, presentRole } from "../present.ts";
import { type RoleRow, roles } from "../tables.ts";
import { checkDraft } from "./check-draft.ts";
import type { PreviewTokens } from "./preview-token.ts";
import { keepBaseline, keepVersion } from "./versions.ts";

export async function editRole(
  tx: Tx,
  tokens: PreviewTokens,
  id: string,
  { draft, ...saving }: BodyOf<typeof contract.editRole>,
): Promise<PresentedDetail> {
  const role = await lockRole(tx, id, saving.version);
  return presentRole(tx, await saveDraft(tx, tokens, { role, draft, saving }));
}

interface Change {
  readonly role: RoleRow;
  readonly draft: RoleDraft;
  readonly saving: Pick<BodyOf<typeof contract.editRole>, "previewToken" | "note" | "version">;
}

/** Saves the content of a role. Every change goes through here, so that no check, preview or version is missed. */
export async function saveDraft(tx: Tx, tokens: PreviewTokens, { role, draft, saving }: Change): Promise<RoleRow> {
  await refuseForeignHand(tx, role, draft);
  await checkDraft(tx, { before: role, draft });
  await requireFreeName(tx, draft.name, role.id);
  const { previewToken, note, version } = saving;
  if (previewToken !== null) {
    tokens.check(previewToken, { roleId: role.id, version, draft, editorId: tx.actor.userId }, tx.now);
  } else if ((await holdersOfRole(tx, role.id)).length > 0) {
    throw previewErrors.required();
  }
  tx.trail.reason = note;
  await keepBaseline(tx, role);
  const saved = await changeRecord(tx, roles, role, { ...draft, riskPoints: riskPoints(draft, catalogueOf(tx)) });
  await keepVersion(tx, saved, note);
  await tellHolders(tx, role.id);
  return saved;
}

/** For more holders than this, refreshing the rights of everybody costs less than one message for each holder. */
const MOST_TOLD = 200;

export async function tellHolders(tx: Tx, roleId: string): Promise<void> {
  const people = new Set((await holdersOfRole(tx, roleId)).map(({ userId }) => userId));
  await bumpRights(tx, people.size > MOST_TOLD ? "everyone" : [...people]);
}
