import type { Tx } from "@ops/platform/server";
import { db, findRow } from "../../database.ts";
import type { ProjectRow } from "../../project/tables.ts";
import { requireDemoPlace } from "../places.ts";
import type { ProjectFact } from "./facts.ts";

export interface Place extends Pick<ProjectRow, "storeId" | "orgId" | "storeType" | "operateMode" | "cityCode"> {
  readonly at: { readonly lng: number; readonly lat: number } | null;
}

interface Opening {
  readonly planOpenDate: string;
  readonly openedOn: string | null;
}

/** The store of a project, which opens by its plan, or the city in which it will stand. */
export async function placeFor(tx: Tx, fact: ProjectFact, { planOpenDate, openedOn }: Opening): Promise<Place> {
  if (fact.city) {
    const [code, cityCode] = fact.city;
    const { id: orgId } = await requireDemoPlace(tx, code);
    return { storeId: null, orgId, storeType: "EXPERIENCE", operateMode: "DIRECT", cityCode, at: null };
  }
  const store = await findRow(tx, "store", { name: fact.store });
  if (!store?.cityCode) throw new Error(`the demo has no store ${fact.store} in a city`);
  const { id, storeType, operateMode, cityCode, lng, lat } = store;
  const opening = { openDatePlan: planOpenDate, openedOn };
  await db(tx).updateTable("store").set(opening).where("id", "=", id).execute();
  const at = lng === null || lat === null ? null : { lng, lat };
  return { storeId: id, orgId: id, storeType, operateMode, cityCode, at };
}
