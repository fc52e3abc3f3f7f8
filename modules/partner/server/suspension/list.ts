import type { QueryOf } from "@ops/platform/contract";
import { countedPage, onlyOf, reads, requireRecord, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { cascadeKind } from "../cascade/kinds.ts";
import { requirePartner } from "../company/find.ts";
import { db } from "../database.ts";
import { presentDetail, presentSuspensions } from "./present.ts";
import { suspensions } from "./tables.ts";

export const listSuspensions = reads(contract.listSuspensions, async (tx, { params }) => {
  await requirePartner(tx, params.id);
  const rows = await db(tx)
    .selectFrom("partnerSuspension")
    .selectAll()
    .where("partnerId", "=", params.id)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .execute();
  return presentSuspensions(tx, rows);
});

export const getSuspension = reads(contract.getSuspension, async (tx, { params }) => {
  return presentDetail(tx, await requireRecord(tx, suspensions, params.id));
});

type Query = QueryOf<typeof contract.listCascadeItems>;

export const listCascadeItems = reads(contract.listCascadeItems, async (tx, { params: { id }, query }) => {
  await requireRecord(tx, suspensions, id);
  const page = await countedPage(query, {
    rows: (limit, offset) => itemsOf(tx, id, query).selectAll().orderBy("itemNo").limit(limit).offset(offset).execute(),
    count: async (limit) => {
      const counted = itemsOf(tx, id, query).select(sql`1`.as("one")).limit(limit);
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${counted} as c`.execute(
        tx.kysely,
      );
      return onlyOf(rows).count;
    },
  });
  const list = page.list.map((item) => {
    const kind = cascadeKind(tx, item.kind);
    const actionLabel = kind?.actions.find(({ action }) => action === item.action)?.label ?? item.action;
    return { ...item, id: String(item.itemNo), kindLabel: kind?.label ?? item.kind, actionLabel };
  });
  return { ...page, list };
});

function itemsOf(tx: Tx, suspensionId: string, { kind, state, restored }: Query) {
  let items = db(tx).selectFrom("partnerCascadeItem").where("suspensionId", "=", suspensionId);
  if (kind) items = items.where("kind", "=", kind);
  if (state) items = items.where("state", "=", state);
  return restored ? items.where("restored", "=", restored) : items;
}
