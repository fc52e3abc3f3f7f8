import { PersonRef } from "@ops/authority/contract";
import { holdersAt, organizationsBelow, organizationsUnder } from "@ops/authority/server";
import type { CascadeAction, CascadeItem, CascadeKind, PublishedPartner } from "@ops/partner/server";
import { changeRecord, refNames, type Tx } from "@ops/platform/server";
import { lookupStores } from "@ops/store/server";
import { sql } from "kysely";
import { assignOrder, ORDER_PAGE } from "../../contract/index.ts";
import { giveToButler } from "../butler/change.ts";
import { moveStoreAtOnce } from "../change/at-once.ts";
import { moveCar } from "../delivery/move-car.ts";
import { lockOrderRow } from "../order/lock-order.ts";
import { type OrderRow, orders } from "../order/tables.ts";
import { noteHandOver } from "./note.ts";
import { restoreStanding, standingOf } from "./standing.ts";

const SUPERVISE = "SUPERVISE";
const BEFORE_ARRIVAL = ["LOCKED", "SCHEDULED", "PRODUCED", "IN_TRANSIT"] as const;
const AT_STORE = ["ARRIVED", "READY"] as const;

/** 留店督办: somebody of the brand looks after the order in place of the people of the partner. */
const supervising: CascadeAction = { action: SUPERVISE, label: "留店督办", receiversOf: findSupervisors };

/** 到店前订单 at the stores of a partner that stops: another store hands them over. */
const beforeArrival = kindOf("order.beforeArrival", {
  label: "到店前订单",
  states: BEFORE_ARRIVAL,
  actions: [{ action: "MOVE_STORE", label: "改交付门店", receiversOf: findStores }, supervising],
  // a car that is on its way arrives where it was sent to
  move: async (tx, order, storeId, reason) =>
    order.state === "IN_TRANSIT" ? null : moveStoreAtOnce(tx, order, { storeId, reason }),
});

/** 已到店订单: the car stands there, so it is handed over there under somebody's eyes, or taken away. */
const atStore = kindOf("order.atStore", {
  label: "已到店订单",
  states: AT_STORE,
  actions: [supervising, { action: "MOVE_CAR", label: "移车", receiversOf: findStores }],
  move: moveCar,
});

/** What becomes of the orders that a partner is to hand over when it stops (PT-R7). */
export const orderCascade: readonly CascadeKind[] = [beforeArrival, atStore];

interface Stopped {
  readonly label: string;
  readonly states: readonly OrderRow["state"][];
  readonly actions: CascadeKind["actions"];
  /** Answers null where the order has to stay. */
  readonly move: (tx: Tx, order: OrderRow, storeId: string, reason: string) => Promise<unknown>;
}

function kindOf(kind: CascadeKind["kind"], { label, states, actions, move }: Stopped): CascadeKind {
  const isMeant = ({ orgId }: PublishedPartner) =>
    orgId === null
      ? sql<boolean>`false`
      : sql<boolean>`(state = any(${[...states]}::text[]) and delivery_store_id in (${organizationsUnder(orgId)}))`;
  return {
    kind,
    label,
    actions,
    defaultAction: actions[0].action,
    headCode: assignOrder.permission,
    listedAt: ({ orgId }) => ({ route: ORDER_PAGE, filters: { orgId: orgId ?? "" } }),
    countOf: async (tx, partner) => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from sales_order
        where ${isMeant(partner)}`.execute(tx.kysely);
      return rows[0]?.count ?? 0;
    },
    list: async (tx, partner, most) => {
      const { rows } = await sql<{ id: string; label: string }>`select id, order_no as label from sales_order
        where ${isMeant(partner)} order by created_at, id limit ${most ?? null}`.execute(tx.kysely);
      return rows;
    },
    act: async (tx, item, action) => {
      const order = await lockOrderRow(tx, item.targetId);
      const { rows: meant } =
        await sql`select from sales_order where id = ${order.id} and ${isMeant(item.partner)}`.execute(tx.kysely);
      if (meant.length === 0) return null;
      const before = await standingOf(tx, order);
      const reason = `合作伙伴${item.partner.shortName}已暂停：${item.reason}`.slice(0, MOST_WORDS);
      const storeId = action === SUPERVISE ? null : item.receiverId;
      const moved = storeId === null ? null : await move(tx, order, storeId, reason);
      if (!moved) await supervise(tx, order, action === SUPERVISE ? item.receiverId : null, item);
      const changed = await lockOrderRow(tx, order.id);
      await note(tx, order, changed, reason);
      return { before, after: await standingOf(tx, changed) };
    },
    restore: async (tx, { targetId, before, after, partner }) => {
      const order = await lockOrderRow(tx, targetId);
      const outcome = await restoreStanding(tx, order, { before, after });
      const restored = await lockOrderRow(tx, targetId);
      if (restored.version !== order.version) await note(tx, order, restored, `合作伙伴${partner.shortName}已恢复`);
      return outcome;
    },
  };
}

/** The reason of a change takes 200 of width, and a Chinese character counts two. */
const MOST_WORDS = 100;

/** Without a name the manager of the partner supervises, whom the brand has named for it. */
async function supervise(tx: Tx, order: OrderRow, userId: string | null, { partner }: CascadeItem): Promise<void> {
  const why = `合作伙伴${partner.shortName}暂停，留店督办`;
  await changeRecord(tx, orders, order, await giveToButler(tx, order, userId ?? partner.managerId, why));
}

/** Writes what has become of an order: another store, else another butler. */
async function note(tx: Tx, before: OrderRow, after: OrderRow, reason: string): Promise<void> {
  const isElsewhere = before.deliveryStoreId !== after.deliveryStoreId;
  const nameOf = (id: string | null) => (id === null ? "" : isElsewhere ? storeName(tx, id) : tx.personName(id));
  const [field, label] = isElsewhere ? (["deliveryStoreId", "交付门店"] as const) : (["butlerId", "交付管家"] as const);
  const changed = { field, label, before: await nameOf(before[field]), after: await nameOf(after[field]) };
  await noteHandOver(tx, before, { actionName: "随合作伙伴变更", summary: reason, reason, ...changed });
}

const storeName = async (tx: Tx, id: string) => (await lookupStores(tx, [id])).get(id)?.name ?? "";

/** Stores that trade in the region and are not of the partner. */
async function findStores(tx: Tx, { id, regionId }: PublishedPartner): Promise<{ id: string; name: string }[]> {
  if (regionId === null) return [];
  const found = await organizationsBelow(tx, [regionId], "STORE", "DELIVERY");
  const stores = await lookupStores(
    tx,
    found.map((one) => one.id),
  );
  return [...stores.values()]
    .filter(({ isTrading, partnerId }) => isTrading && partnerId !== id)
    .map((store) => ({ id: store.id, name: store.name }));
}

/** People of the brand who give orders to butlers in the region. */
async function findSupervisors(tx: Tx, { regionId }: PublishedPartner): Promise<{ id: string; name: string }[]> {
  if (regionId === null) return [];
  const ids = (await holdersAt(tx, assignOrder.permission, regionId)).map(({ userId }) => userId);
  const names = await refNames(tx, PersonRef, ids);
  return ids.map((id) => ({ id, name: names.get(id) ?? "" }));
}
