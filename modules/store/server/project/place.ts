import { lookupOrganizations } from "@ops/authority/server";
import type { BodyOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type createProject, projectErrors } from "../../contract/index.ts";
import { findRow } from "../database.ts";
import type { ProjectRow } from "./tables.ts";

type Place = Pick<ProjectRow, "storeId" | "orgId" | "storeType" | "operateMode" | "cityCode">;

/** The place of a project with a store, which is the store. */
export async function placeOfStore(tx: Tx, storeId: string): Promise<Place> {
  const store = await findRow(tx, "store", { id: storeId });
  if (!store || store.state === "CLOSED") throw projectErrors.projectStoreGone(undefined, { field: "storeId" });
  const { id, storeType, operateMode, cityCode } = store;
  if (cityCode === null) throw projectErrors.projectPlace(undefined, { field: "storeId" });
  return { storeId: id, orgId: id, storeType, operateMode, cityCode };
}

/** The place of a new project: its store or, for a new store, where it will stand. Only that may come into being with its project. */
export async function placeOf(tx: Tx, body: BodyOf<typeof createProject>): Promise<Place> {
  const { kind, storeId, orgId, storeType, operateMode, cityCode } = body;
  if (storeId !== null) return placeOfStore(tx, storeId);
  if (kind !== "NEW") throw projectErrors.projectStore(undefined, { field: "storeId" });
  if (!orgId || !storeType || !operateMode || !cityCode) {
    throw projectErrors.projectPlace(undefined, { field: "orgId" });
  }
  return { storeId, orgId, storeType, operateMode, cityCode };
}

/** The region in which an organisation lies; null if there is none above it. */
export async function regionAt(tx: Tx, orgId: string): Promise<string | null> {
  return (await lookupOrganizations(tx, [orgId])).get(orgId)?.regionOrgId ?? null;
}
