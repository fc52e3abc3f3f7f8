import type { Partner } from "@ops/partner/contract";

/** How a partner is called in titles; a draft may have no short name yet. */
export function partnerName({ shortName, fullName }: Pick<Partner, "shortName" | "fullName">): string {
  return shortName || fullName;
}
