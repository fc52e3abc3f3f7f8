import { partnerStates, staffErrors } from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";

/** Tells whether the partner may get new people and accounts. */
export const takesStaff = ({ state }: Pick<PartnerRow, "state">) => state === "ONBOARDING" || state === "ACTIVE";

export function refusePartner(partner: Pick<PartnerRow, "state">): void {
  if (!takesStaff(partner)) throw staffErrors.staffPartner({ state: partnerStates.label(partner.state) });
}
