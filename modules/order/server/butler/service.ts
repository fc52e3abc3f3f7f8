import { PersonRef } from "@ops/authority/contract";
import { wireTime } from "@ops/platform/contract";
import { changeRecord, lockRecord, reads, refNames, requireRecord, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { lockErrors, orderStates } from "../../contract/index.ts";
import { presentAdvisers, requireAdviser } from "../advisers.ts";
import { presentOrder } from "../order/present.ts";
import { orders } from "../order/tables.ts";
import { giveToAdvisor, giveToButler } from "./change.ts";
import { butlersAt } from "./choose.ts";

export const listButlers = reads(contract.listButlers, async (tx, { params }) => {
  const { deliveryStoreId } = await requireRecord(tx, orders, params.id);
  const people = deliveryStoreId === null ? [] : await butlersAt(tx, deliveryStoreId);
  const names = await refNames(
    tx,
    PersonRef,
    people.map(({ userId }) => userId),
  );
  return people.map(({ userId, lastAt, ...load }) => {
    return { userId, name: names.get(userId) ?? "", ...load, lastAt: lastAt && wireTime(lastAt) };
  });
});

export const listOrderAdvisers = reads(contract.listOrderAdvisers, async (tx, { params }) =>
  presentAdvisers(tx, (await requireRecord(tx, orders, params.id)).storeId),
);

export const assignOrder = writes(contract.assignOrder, async (tx, { params, body }) => {
  const { version, reason, butlerId, advisorId } = body;
  const order = await lockRecord(tx, orders, params.id, version, presentOrder);
  orderStates.next(order.state, "note");
  if (butlerId === null && advisorId === null) throw lockErrors.assignNobody(undefined, { field: "butlerId" });
  if (advisorId !== null) await requireAdviser(tx, order.storeId, advisorId);
  tx.trail.reason = reason;
  const sold = advisorId ? await giveToAdvisor(tx, order, advisorId) : {};
  const given = butlerId ? await giveToButler(tx, order, butlerId, reason) : {};
  return presentOrder(tx, await changeRecord(tx, orders, order, { ...given, ...sold }));
});
