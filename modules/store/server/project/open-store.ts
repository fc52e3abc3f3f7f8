import { holdPartnerAbove } from "@ops/partner/server";
import type { Tx } from "@ops/platform/server";
import { projectErrors } from "../../contract/index.ts";
import { lockStore, openTrading } from "../opening/change-state.ts";
import { requireReady } from "../opening/readiness.ts";
import type { ProjectRow } from "./tables.ts";

/** Opens the store of a new project, unless it is open already, if it has all that a store needs (ST-R4). */
export async function openStoreOf(tx: Tx, { storeId }: ProjectRow): Promise<void> {
  if (storeId === null) throw projectErrors.projectNoStore();
  await holdPartnerAbove(tx, storeId);
  const store = await lockStore(tx, storeId);
  if (store.state === "OPEN") return;
  await requireReady(tx, store);
  await openTrading(tx, store);
}
