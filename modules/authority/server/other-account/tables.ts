import type { DataScope } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { listOtherAccounts, maskIdentity, OtherAccountShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

/** A binding is seen by whoever sees its person, or one of those it could belong to. */
function personScope({ organizations, selfId }: Exclude<DataScope, { all: true }>): RawBuilder<boolean> {
  const people = sql`other_account.user_id || other_account.candidate_user_ids`;
  const inOrganizations = organizations
    ? sql<boolean>`exists (select 1 from membership m where m.user_id = any(${people}) and m.status <> 'ENDED'
        and m.organization_id in (${organizations}))`
    : sql<boolean>`false`;
  return selfId === null ? inOrganizations : sql<boolean>`(${inOrganizations} or ${selfId}::uuid = any(${people}))`;
}

export const otherAccounts = tableOf(OtherAccountShape, {
  scope: personScope,
  read: listOtherAccounts.permission,
  number: "externalName",
  masked: { externalId: maskIdentity },
  wholes: { externalId: { label: "外部账号", mask: maskIdentity } },
  unlogged: ["userId", "bindKind", "boundAt", "lastUsedAt"],
});
export type OtherAccountRow = RowOf<typeof otherAccounts>;
