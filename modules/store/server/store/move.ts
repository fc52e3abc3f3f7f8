import { lookupOrganizations, moveOrganization } from "@ops/authority/server";
import { holdPartner, holdPartnerAbove, partnerStaffAt } from "@ops/partner/server";
import { changeRecord, lockRecord, type Tx, writes } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { storeChanged, storeErrors } from "../../contract/index.ts";
import { type StoreRow, storeTable } from "../site/tables.ts";
import { lockStoreNames } from "./code.ts";
import { parentOf } from "./parent.ts";
import { presentStore } from "./present.ts";

/** 变更归属: mode, partner and place in the tree change together (ST-R6). */
export const moveStore = writes(contract.moveStore, async (tx, { params, body }) => {
  const { operateMode, partnerId, regionId, reason } = body;
  await lockStoreNames(tx);
  // neither the partner that gives the store nor the one that gets it stops or resumes meanwhile
  await holdPartnerAbove(tx, params.id);
  if (partnerId !== null) await holdPartner(tx, partnerId);
  const store = await lockRecord(tx, storeTable, params.id, body.version, presentStore);
  if (store.state === "CLOSED") throw storeErrors.closed();
  tx.trail.reason = reason;
  const parentId = await parentOf(tx, { operateMode, partnerId, regionId, cityCode: store.cityCode });
  const isSame = operateMode === store.operateMode && partnerId === store.partnerId;
  const above = (await lookupOrganizations(tx, [store.id])).get(store.id)?.parentId;
  if (isSame && above === parentId) throw storeErrors.moveSame();
  await refuseOtherPeople(tx, store, partnerId);
  const moved = await changeRecord(tx, storeTable, store, { operateMode, partnerId });
  await moveOrganization(tx, { id: store.id, parentId, reason });
  await tx.publish(storeChanged, { storeId: store.id, at: tx.now.toISOString() });
  return presentStore(tx, moved);
});

/** Nobody of the former company may work, or be about to work, where another one is responsible from now on. */
async function refuseOtherPeople(tx: Tx, { id }: StoreRow, partnerId: string | null): Promise<void> {
  const others = (await partnerStaffAt(tx, id)).filter((one) => one.partnerId !== partnerId);
  if (others.length > 0) throw storeErrors.movePeople({ kind: "合作伙伴", n: others.length });
  if (partnerId === null) return;
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from store_staff
    where (store_id = ${id} and state in ('TO_JOIN', 'TRAINING', 'IN_POST', 'MOVING', 'LEAVING'))
      or id in (select staff_id from store_movement
        where to_store_id = ${id} and state in ('WAITING', 'APPROVED', 'RUNNING', 'FAILED'))`.execute(tx.kysely);
  const own = rows[0]?.n ?? 0;
  if (own > 0) throw storeErrors.movePeople({ kind: "直营", n: own });
}
