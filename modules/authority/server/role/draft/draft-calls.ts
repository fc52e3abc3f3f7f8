import { writes } from "@ops/platform/server";
import * as contract from "../../../contract/index.ts";
import type { AuthorityContext } from "../../settings.ts";
import { previewRole } from "./preview.ts";
import { PreviewTokens } from "./preview-token.ts";
import { rollbackRole } from "./rollback.ts";
import { editRole } from "./save.ts";

/** The calls that change the content of a role. A save presents the token of the preview that the editor has seen. */
export function draftCalls({ settings }: AuthorityContext) {
  const tokens = new PreviewTokens(settings.deviceCookieKey);
  return {
    previewRole: writes(contract.previewRole, (tx, { params, body }) => previewRole(tx, tokens, params.id, body)),
    editRole: writes(contract.editRole, (tx, { params, body }) => editRole(tx, tokens, params.id, body)),
    rollbackRole: writes(contract.rollbackRole, (tx, { params, body }) => rollbackRole(tx, tokens, params.id, body)),
  };
}
