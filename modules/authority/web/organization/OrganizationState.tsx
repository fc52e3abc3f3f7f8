import { type Organization, organizationStates } from "@ops/authority/contract";
import { StateTag } from "@ops/platform/web";

/** Shows 启用, 停用, or 停用 · 已并入南区运营. */
export function OrganizationState({ organization }: { readonly organization: Organization }) {
  const { status, mergedIntoName } = organization;
  return (
    <span className="org-state">
      <StateTag machine={organizationStates} state={status} />
      {mergedIntoName && <small>已并入{mergedIntoName}</small>}
    </span>
  );
}
