import { commonErrors } from "@ops/platform/contract";
import {
  changeRecord,
  decideApproval,
  findRecord,
  get,
  isSelf,
  keepApproval,
  lockRecord,
  reads,
  requireRecord,
  type Tx,
  withdrawApproval,
  writes,
} from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { cancelErrors, cancelStates, coverLines, orderStates } from "../../contract/index.ts";
import { presentChanges } from "../change/present.ts";
import { findRows } from "../database.ts";
import { lockWithOrder } from "../order/lock-order.ts";
import { refuseOpenChange } from "../order/open-change.ts";
import { presentOrder } from "../order/present.ts";
import { enterStage } from "../order/stage.ts";
import { orderMoney, orders } from "../order/tables.ts";
import { approveNow } from "./approve.ts";
import { draftCancel, presentCharged } from "./draft.ts";
import { cancelNow, keepCancel } from "./finish.ts";
import { cancelFlow, requestConsent } from "./flow.ts";
import { planRefunds } from "./plan.ts";
import { presentCancel, presentCancels } from "./present.ts";
import { returnOrder } from "./return.ts";
import { cancels } from "./tables.ts";
import { cancelLevels, chargesOf, isBigOld, isLate, levelsOf, partyOf } from "./terms.ts";

export const previewCancel = reads(contract.previewCancel, async (tx, { params, query }) => {
  const order = await requireRecord(tx, orders, params.id);
  const money = await requireRecord(tx, orderMoney, order.id);
  orderStates.next(order.state, "applyCancel");
  const party = partyOf(tx, order, query.party);
  const charges = await chargesOf(tx, order, party);
  const paidFen = money.paidFen - money.refundedFen;
  const unwaived = charges.map((charge) => ({ ...charge, waivedFen: 0 }));
  const { deductFen, refundFen } = coverLines(unwaived, paidFen);
  const weighed = { state: order.state, isBigOld: await isBigOld(tx, order), party };
  const namesOf = (isWaived: boolean) => levelsOf({ ...weighed, isWaived }).map((level) => cancelLevels[level]);
  return {
    party,
    isLate: isLate(tx, order),
    paidFen,
    deductFen,
    refundFen,
    charges,
    plan: await planRefunds(tx, order.id, refundFen),
    levels: namesOf(false),
    waivedLevels: namesOf(true),
  };
});

/** Held orders can be cancelled, too (section 3). */
export const applyCancel = writes(contract.applyCancel, async (tx, { params, body }) => {
  const { version, reasonCode, reason, waiveReason } = body;
  const order = await lockRecord(tx, orders, params.id, version, (seen, now) => presentCharged(seen, now, body.party));
  await requireRecord(tx, orderMoney, order.id);
  const state = orderStates.next(order.state, "applyCancel");
  await refuseOpenChange(tx, order);
  const draft = await draftCancel(tx, order, body);
  if (reason) tx.trail.reason = reason;
  const words = { reasonCode, reason, waiveReason: draft.isWaived ? waiveReason : null };
  const { party, isWaived } = draft;
  const weighed = { state: order.state, isBigOld: await isBigOld(tx, order), party, isWaived };
  const charges = [...draft.lines];
  if (levelsOf(weighed).length === 0) {
    return { ...(await presentOrder(tx, await cancelNow(tx, order, draft, words))), charges };
  }
  const cancel = await keepCancel(tx, order, draft, { ...words, state: "REVIEW" });
  await requestConsent(tx, order, cancel, weighed);
  const entered = await enterStage(tx, order, state);
  const waiting = await changeRecord(tx, orders, order, { ...entered, prevState: order.state });
  return { ...(await presentOrder(tx, waiting)), charges };
});

export const getCancel = get(contract.getCancel, cancels, presentCancel);

export const getOrderRequests = reads(contract.getOrderRequests, async (tx, { params }) => {
  const { id: orderId } = await requireRecord(tx, orders, params.id);
  const rows = await findRows(tx, "orderCancel", { orderId }, "id");
  const changed = await findRows(tx, "orderChange", { orderId }, "id");
  return {
    changes: await presentChanges(tx, changed.toReversed()),
    cancels: await presentCancels(tx, rows.toReversed()),
  };
});

const lockBoth = (tx: Tx, id: string, version: number) => lockWithOrder(tx, cancels, { id, version }, presentCancel);

/** The caller sees what any of the two codes of levels shows; the level itself is checked by the approval. */
async function codeFor(tx: Tx, id: string): Promise<string> {
  const held = [...contract.decideCancel.asks.keys()].filter((code) => tx.actor.can(code));
  if (held[0] === undefined) throw commonErrors.forbidden();
  for (const permission of held) if (await findRecord({ ...tx, permission }, cancels, id)) return permission;
  return held[0];
}

export const decideCancel = writes(contract.decideCancel, async (tx, { params, body }) => {
  const { verdict, note, version } = body;
  const [order, cancel] = await lockBoth({ ...tx, permission: await codeFor(tx, params.id) }, params.id, version);
  cancelStates.next(cancel.state, verdict === "APPROVE" ? "finish" : "reject");
  if (verdict === "REJECT" && !note) throw cancelErrors.cancelNote(undefined, { field: "note" });
  if (note) tx.trail.reason = note;
  const { state } = await decideApproval(tx, cancelFlow, { bizId: cancel.id, version, verdict, note });
  if (state === "OPEN") {
    const waiting = await changeRecord(tx, cancels, cancel, {});
    await keepApproval(tx, cancelFlow, waiting);
    return presentCancel(tx, waiting);
  }
  if (verdict === "APPROVE") return presentCancel(tx, await approveNow(tx, order, cancel));
  const rejected = await changeRecord(tx, cancels, cancel, { state: "REJECTED" });
  await returnOrder(tx, order, "rejectCancel");
  return presentCancel(tx, rejected);
});

export const withdrawCancel = writes(contract.withdrawCancel, async (tx, { params, body: { version, reason } }) => {
  const [order, cancel] = await lockBoth(tx, params.id, version);
  const state = cancelStates.next(cancel.state, "withdraw");
  if (!isSelf(tx, cancel.createdBy)) throw cancelErrors.cancelOther();
  tx.trail.reason = reason;
  await withdrawApproval(tx, cancelFlow, cancel.id);
  const withdrawn = await changeRecord(tx, cancels, cancel, { state });
  await returnOrder(tx, order, "withdrawCancel");
  return presentCancel(tx, withdrawn);
});
