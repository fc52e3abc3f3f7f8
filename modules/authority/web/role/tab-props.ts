import type { RoleDetail, RoleDraft } from "@ops/authority/contract";
import type { Catalogue } from "./use-catalogue.ts";

/** A tab of the editor: it shows the draft and hands back a changed one. */
export interface TabProps {
  readonly role: RoleDetail;
  readonly catalogue: Catalogue;
  readonly draft: RoleDraft;
  readonly readOnly: boolean;
  readonly onChange: (draft: RoleDraft) => void;
}
