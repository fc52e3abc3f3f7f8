import type { RoleDetail, RoleDraft } from "@ops/authority/contract";
import type { Catalogue } from "./use-catalogue.ts";

/** The properties of a tab in the editor, which shows the draft and answers a changed one. */
export interface TabProps {
  readonly role: RoleDetail;
  readonly catalogue: Catalogue;
  readonly draft: RoleDraft;
  readonly readOnly: boolean;
  readonly onChange: (draft: RoleDraft) => void;
}
