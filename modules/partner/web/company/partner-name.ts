import type { Partner } from "@ops/partner/contract";

/** Finds the name of a partner for titles, because a draft may have no short name yet. */
export function partnerName({ shortName, fullName }: Pick<Partner, "shortName" | "fullName">): string {
  return shortName || fullName;
}
