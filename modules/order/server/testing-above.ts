import { after, before } from "node:test";
import { type EventType, hole, message } from "@ops/platform/contract";
import { defineModule, on } from "@ops/platform/server";
import * as contract from "../contract/index.ts";
import {
  clearIssue,
  raiseIssue,
  registerCancelCost,
  registerDeliveryCheck,
  registerExcludedDays,
  registerIssueRetry,
  registerRevertGuard,
} from "./index.ts";

/** The table of section 15: what an event tells besides the order and the time. */
export const FACTS: readonly (readonly [EventType, string, ...string[]])[] = [
  [contract.orderCreated, "order.created", "clueId"],
  [contract.orderDeposited, "order.deposited", "kind"],
  [contract.orderLocked, "order.locked"],
  [contract.orderUnlocked, "order.unlocked"],
  [contract.butlerChanged, "order.butlerChanged", "fromUserId", "userId"],
  [contract.deliveryStoreChanged, "order.deliveryStoreChanged", "fromStoreId", "storeId"],
  [contract.orderScheduled, "order.scheduled"],
  [contract.vinBound, "order.vinBound", "carId", "path"],
  [contract.vinChanged, "order.vinChanged", "fromCarId", "carId"],
  [contract.promiseChanged, "order.promiseChanged", "no"],
  [contract.priceCorrected, "order.priceCorrected"],
  [contract.appointmentMoved, "order.appointmentMoved", "fromAt", "toAt", "party"],
  [contract.orderShipped, "order.shipped"],
  [contract.orderArrived, "order.arrived", "storeId"],
  [contract.orderInvoiced, "order.invoiced", "invoiceId"],
  [contract.orderDelivered, "order.delivered", "carId"],
  [contract.deliveryReverted, "order.deliveryReverted"],
  [contract.buyerChanged, "order.buyerChanged", "fromCustomerId", "customerId"],
  [contract.orderCancelled, "order.cancelled", "party", "fromStatus"],
  [contract.orderRefunded, "order.refunded", "refundId"],
  [contract.orderClosed, "order.closed"],
];

export type Payload = Readonly<Record<string, unknown>>;
interface Heard {
  readonly name: string;
  readonly payload: Payload;
}

export const packReady = message({
  code: "ABOVE_TOLD",
  name: "样本",
  text: "您的{what}已就绪。",
  holes: { what: hole.text(10) },
});

/** Packs of rights could not be opened. */
export const RIGHTS_DOWN = "RIGHTS_DOWN";

/** A module above: it keeps packs of rights, pays for transport and subsidies, and hears everything that orders tell. */
export class Above {
  readonly heard: Heard[] = [];
  readonly ready = new Set<string>();
  readonly paid = new Set<string>();
  readonly freight = new Map<string, number>();
  /** Days for which it pays no subsidy, by order. */
  readonly excluded = new Map<string, readonly string[]>();
  /** What it was asked to open again, by order. */
  readonly retried: string[] = [];
  /** Whether its packs can be opened now. */
  isUp = true;
  readonly module = defineModule({
    name: "aboveProbe",
    messages: [packReady],
    listeners: [...FACTS.map(([event]) => this.#hear(event)), this.#hear(contract.customerChanged)],
  });

  /** It is there during the tests of its file alone: others that run in the same process have nothing above them. */
  constructor() {
    const undo: (() => void)[] = [];
    before(() => void undo.push(...this.#register()));
    after(() => {
      for (const one of undo) one();
    });
  }

  #register() {
    return [
      registerCancelCost({
        kind: "FREIGHT",
        label: "物流费",
        linesOf: async (_tx, { id }) => {
          const fen = this.freight.get(id);
          return fen === undefined ? [] : [{ fen, source: "CY20250301000001" }];
        },
      }),
      registerIssueRetry({
        code: RIGHTS_DOWN,
        label: "权益开通",
        retry: async (tx, orderId) => {
          this.retried.push(orderId);
          if (this.isUp) await clearIssue(tx, { orderId, code: RIGHTS_DOWN });
          else await raiseIssue(tx, { orderId, code: RIGHTS_DOWN, text: "权益开通仍失败，重试" });
        },
      }),
      registerDeliveryCheck({
        code: "PACK_READY",
        label: "权益",
        isReady: async (_tx, ids) => new Set(ids.filter((id) => this.ready.has(id))),
      }),
      registerExcludedDays({ name: "aboveProbe", daysOf: async () => this.excluded }),
      registerRevertGuard({
        name: "aboveProbe",
        refusal: async (_tx, id) => (this.paid.has(id) ? "补贴已支付" : null),
      }),
    ];
  }

  #hear(event: EventType) {
    return on(event, { name: `aboveProbe.${event.name}`, title: "记录" }, async (_tx, payload) => {
      this.heard.push({ name: event.name, payload });
    });
  }
}
