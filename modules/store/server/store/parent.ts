import { lookupOrganizations, organizationsBelow } from "@ops/authority/server";
import { partnerStates } from "@ops/partner/contract";
import { holdPartner } from "@ops/partner/server";
import { commonErrors } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type OperateMode, storeErrors } from "../../contract/index.ts";

/** Who runs a store and where it stands in the tree. */
export interface Belonging {
  readonly operateMode: OperateMode;
  readonly partnerId: string | null;
  /** The region of a store that the brand runs itself. */
  readonly regionId: string | null;
  readonly cityCode: string | null;
}

const TAKES_STORES: readonly string[] = ["ONBOARDING", "ACTIVE"];

/**
 * Finds the organisation above a store: that of its partner; else the city below the chosen region; else the region
 * (ST-R6).
 */
export async function parentOf(tx: Tx, { operateMode, partnerId, regionId, cityCode }: Belonging): Promise<string> {
  if (operateMode !== "DIRECT") return partnersOrganization(tx, partnerId);
  if (partnerId !== null) throw storeErrors.partnerDirect(undefined, { field: "partnerId" });
  if (regionId === null) throw storeErrors.region(undefined, { field: "regionId" });
  const cities = await organizationsBelow(tx, [regionId], "CITY");
  const ids = cities.map(({ id }) => id);
  const looks = await lookupOrganizations(tx, ids);
  const city = ids.find((id) => cityCode !== null && looks.get(id)?.regionCode?.slice(0, 4) === cityCode.slice(0, 4));
  return city ?? regionId;
}

/** The organisation of a partner that takes new stores now, and until the store is written. */
async function partnersOrganization(tx: Tx, partnerId: string | null): Promise<string> {
  if (partnerId === null) throw storeErrors.partner(undefined, { field: "partnerId" });
  const partner = await holdPartner(tx, partnerId);
  if (!partner) throw commonErrors.notFound();
  if (!TAKES_STORES.includes(partner.state) || partner.orgId === null) {
    throw storeErrors.partnerState({ state: partnerStates.label(partner.state) }, { field: "partnerId" });
  }
  return partner.orgId;
}
