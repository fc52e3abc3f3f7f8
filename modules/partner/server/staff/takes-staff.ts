import { partnerStates, staffErrors } from "../../contract/index.ts";
import type { PartnerRow } from "../company/tables.ts";

/** Whether the partner gets people and accounts: in every other state nobody new is let in. */
export const takesStaff = ({ state }: Pick<PartnerRow, "state">) => state === "ONBOARDING" || state === "ACTIVE";

export function refusePartner(partner: Pick<PartnerRow, "state">): void {
  if (!takesStaff(partner)) throw staffErrors.staffPartner({ state: partnerStates.label(partner.state) });
}
