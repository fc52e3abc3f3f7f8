import { hmac, sameText } from "@ops/platform/server";
import { previewErrors, type RoleDraft } from "../../../contract/index.ts";

const MINUTES = 10;

export interface Previewed {
  readonly roleId: string;
  readonly version: number;
  readonly draft: RoleDraft;
  readonly editorId: string;
}

/**
 * Issues and checks the proof that this editor has seen the effect of this
 * draft on this version; valid ten minutes (AU-R31).
 */
export class PreviewTokens {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    this.#key = key;
  }

  issue(previewed: Previewed, now: Date): string {
    const until = now.getTime() + MINUTES * 60_000;
    return `${until}.${this.#sign(previewed, until)}`;
  }

  check(token: string, previewed: Previewed, now: Date): void {
    const [time = "", signature = ""] = token.split(".");
    const until = Number(time);
    const isFresh = until >= now.getTime();
    if (!isFresh || !sameText(signature, this.#sign(previewed, until))) throw previewErrors.stale();
  }

  #sign({ roleId, version, draft, editorId }: Previewed, until: number): string {
    return hmac(this.#key, JSON.stringify(["role preview", roleId, version, editorId, until, orderDraft(draft)]));
  }
}

/** Sorts the lists, so that the same content in another order gives the same text and therefore the same token. */
function orderDraft(draft: RoleDraft): unknown {
  return Object.entries({
    ...draft,
    menuKeys: draft.menuKeys.toSorted(),
    permissionCodes: draft.permissionCodes.toSorted(),
    scopeOverrides: Object.entries(draft.scopeOverrides).toSorted(),
    customOrgs: draft.customOrgs.map(({ orgId, withChildren }) => [orgId, withChildren]).toSorted(),
    excludedInterfaces: draft.excludedInterfaces.toSorted(),
    fieldRules: Object.entries(draft.fieldRules).toSorted(),
    grantableRoleIds: draft.grantableRoleIds.toSorted(),
    exclusiveOrgTypes: draft.exclusiveOrgTypes.toSorted(),
    partnerKinds: draft.partnerKinds.toSorted(),
  }).toSorted();
}
