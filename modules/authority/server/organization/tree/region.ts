import { requireRegion, type Tx } from "@ops/platform/server";
import type { OrganizationRow } from "../tables.ts";

type Placed = Pick<OrganizationRow, "regionCode" | "regionName">;

/** Finds the present names of a newly chosen division. An unchanged division keeps its stored names (PF-R102). */
export async function regionOf(tx: Tx, code: string | null, before?: Placed): Promise<Placed> {
  if (code === null) return { regionCode: null, regionName: null };
  if (before && before.regionCode === code) return { regionCode: code, regionName: before.regionName };
  const region = await requireRegion(tx, code);
  return { regionCode: region.code, regionName: region.name };
}
