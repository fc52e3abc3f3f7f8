import { changeRecord, type Holder, type Tx, type WorkInHand } from "@ops/platform/server";
import { lookupStores, requireStore } from "@ops/store/server";
import { isBeforeLock } from "../../contract/index.ts";
import { giveToAdvisor, giveToButler } from "../butler/change.ts";
import { moveStoreAtOnce } from "../change/at-once.ts";
import { lockMoney } from "../order/money.ts";
import { type OrderRow, orderMoney, orders } from "../order/tables.ts";
import { canMove, countOrders, deliveredBy, isBeyond, isUrgent, lockHeld, soldBy } from "./held.ts";
import { noteHandOver } from "./note.ts";

/** 在售订单 of an adviser, or of a store as far as nothing is locked: another one goes on selling. */
const selling: WorkInHand = {
  kind: "order.advisor",
  label: "在售订单",
  countOf: (tx, holder) => countOrders(tx, soldBy(holder)),
  beyondOf: async (tx, holder) => ({ count: await countOrders(tx, soldBy(holder), isBeyond(tx)), blocking: 0 }),
  checkTaker: requireTrading,
  inGroups: true,
  handOver: (tx, from, to) => handOver(tx, from, to, from.kind === "person" ? sellByPerson : sellByStore),
};

/** 待交付订单 of a butler or a store. A customer who comes soon needs another butler; a car that has arrived stays (OR-R17). */
const delivering: WorkInHand = {
  kind: "order.butler",
  label: "待交付订单",
  countOf: (tx, holder) => countOrders(tx, deliveredBy(holder)),
  blockingOf: (tx, holder) => countOrders(tx, deliveredBy(holder), isUrgent(tx, holder)),
  beyondOf: async (tx, holder) => ({
    count: await countOrders(tx, deliveredBy(holder), isBeyond(tx)),
    blocking: await countOrders(tx, deliveredBy(holder), isBeyond(tx), isUrgent(tx, holder)),
  }),
  checkTaker: requireTrading,
  inGroups: true,
  handOver: (tx, from, to) => handOver(tx, from, to, from.kind === "person" ? deliverByPerson : deliverByStore),
};

export const orderWork: readonly WorkInHand[] = [selling, delivering];

async function requireTrading(tx: Tx, _from: Holder, to: Holder): Promise<void> {
  if (to.kind === "organization") await requireStore(tx, to.id, { trading: true });
}

interface Way {
  readonly held: (from: Holder) => ReturnType<typeof soldBy>[];
  readonly field: keyof OrderRow;
  readonly label: string;
  readonly actionName: string;
  readonly give: (tx: Tx, order: OrderRow, toId: string, reason: string) => Promise<unknown>;
}

const sellByPerson: Way = {
  held: (from) => [soldBy(from)],
  field: "advisorId",
  label: "销售顾问",
  actionName: "移交在售订单",
  give: async (tx, order, advisorId) => changeRecord(tx, orders, order, await giveToAdvisor(tx, order, advisorId)),
};

const sellByStore: Way = {
  held: (from) => [soldBy(from)],
  field: "storeId",
  label: "下单门店",
  actionName: "移交在售订单",
  give: async (tx, order, storeId) => {
    const seller = { storeId, advisorId: null };
    await changeRecord(tx, orderMoney, await lockMoney(tx, order), seller);
    return changeRecord(tx, orders, order, seller);
  },
};

const deliverByPerson: Way = {
  held: (from) => [deliveredBy(from)],
  field: "butlerId",
  label: "交付管家",
  actionName: "移交待交付订单",
  give: async (tx, order, butlerId, reason) =>
    changeRecord(tx, orders, order, await giveToButler(tx, order, butlerId, reason)),
};

const deliverByStore: Way = {
  held: (from) => [deliveredBy(from), canMove],
  field: "deliveryStoreId",
  label: "交付门店",
  actionName: "移交待交付订单",
  give: async (tx, order, storeId, reason) =>
    isBeforeLock(order.state)
      ? changeRecord(tx, orders, order, { deliveryStoreId: storeId })
      : moveStoreAtOnce(tx, order, { storeId, reason }),
};

async function handOver(tx: Tx, from: Holder, to: Holder, way: Way): Promise<number> {
  const { held, field, label, actionName, give } = way;
  const found = await lockHeld(tx, ...held(from));
  const [before, after] = [await nameOf(tx, from), await nameOf(tx, to)];
  const summary = `${before}移交给${after}`;
  for (const order of found) {
    await give(tx, order, to.id, summary);
    await noteHandOver(tx, order, { actionName, summary, field, label, before, after });
  }
  return found.length;
}

async function nameOf(tx: Tx, { kind, id }: Holder): Promise<string> {
  return kind === "person" ? tx.personName(id) : ((await lookupStores(tx, [id])).get(id)?.name ?? "");
}
