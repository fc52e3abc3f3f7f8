import type { countScope, RoleDraft } from "@ops/authority/contract";
import type { CallInput } from "@ops/platform/contract";

type Query = NonNullable<CallInput<typeof countScope>["query"]>;

/** The query that counts the organisations of a draft's scope; null while there is nothing to count. */
export function scopeQuery({ dataScope, customOrgs }: RoleDraft, sample: string | null): Query | null {
  if (dataScope === "ALL") return { dataScope };
  if (dataScope === "SELF") return null;
  if (dataScope === "CUSTOM") {
    const named = customOrgs.map(({ orgId, withChildren }) => `${orgId}${withChildren ? "*" : ""}`);
    return named.length === 0 ? null : { dataScope, customOrgs: named.join(",") };
  }
  return sample === null ? null : { dataScope, organizationId: sample };
}
