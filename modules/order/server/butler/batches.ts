import { PersonRef } from "@ops/authority/contract";
import {
  type BatchSource,
  batchOf,
  changeRecord,
  lockRecord,
  type Route,
  refNames,
  type Seen,
  type Tx,
} from "@ops/platform/server";
import { batchAssign, orderStates } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { orders } from "../order/tables.ts";
import { giveToButler } from "./change.ts";

/** Gives many orders of a list to one butler; each one as if it was given alone (OR-R17). */
export function assignBatchOf(list: Route): BatchSource {
  return batchOf(batchAssign, orders, {
    list,
    see: seeButlers,
    act: async (tx, id, { butlerId, reason }) => {
      const order = await lockRecord(tx, orders, id, null);
      orderStates.next(order.state, "note");
      return changeRecord(tx, orders, order, await giveToButler(tx, order, butlerId, reason));
    },
  });
}

async function seeButlers(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Seen>> {
  const rows = await findRows(tx, "salesOrder", { id: ids });
  const names = await refNames(
    tx,
    PersonRef,
    rows.flatMap(({ butlerId }) => butlerId ?? []),
  );
  return new Map(
    rows.map(({ id, orderNo, butlerId }) => {
      return [id, { label: orderNo, facts: { 交付管家: (butlerId && names.get(butlerId)) || "未分配" } }];
    }),
  );
}
