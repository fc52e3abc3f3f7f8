import { join } from "node:path";
import { cascadePort, registerMetricSource } from "@ops/partner/server";
import { EVIDENCE_FILES, PICTURE_FILES } from "@ops/platform/contract";
import { defineModule, handlersOf, recordFiles } from "@ops/platform/server";
import { tickCheck } from "../contract/index.ts";
import * as boardService from "./board/service.ts";
import { assignBatchOf } from "./butler/batches.ts";
import * as butlerService from "./butler/service.ts";
import { expireSchedule } from "./cancel/expire.ts";
import { cancelFlow } from "./cancel/flow.ts";
import { cancelParams } from "./cancel/params.ts";
import * as cancelService from "./cancel/service.ts";
import * as carService from "./car/service.ts";
import { changeFlow } from "./change/flow.ts";
import * as changeService from "./change/service.ts";
import { settleDifference } from "./change/settle-diff.ts";
import { changes } from "./change/tables.ts";
import * as customerService from "./customer/service.ts";
import { customers } from "./customer/tables.ts";
import * as deliveryChecks from "./delivery/checks.ts";
import { revertHours } from "./delivery/params.ts";
import * as deliveryService from "./delivery/service.ts";
import { loadOrderDemo } from "./demo/load.ts";
import { orderDictionaries } from "./dictionaries.ts";
import { historyImportSource } from "./history/import.ts";
import * as intakeArrive from "./intake/arrive.ts";
import * as intakeHistory from "./intake/history.ts";
import { carListeners } from "./intake/listeners.ts";
import { intakeParams } from "./intake/params.ts";
import * as intakePush from "./intake/push.ts";
import { intakeSchedules } from "./intake/schedules.ts";
import * as intakeService from "./intake/service.ts";
import { eventTodo } from "./intake/todos.ts";
import * as lockIdentity from "./lock/identity.ts";
import * as lockService from "./lock/service.ts";
import * as orderEdit from "./order/edit.ts";
import { dropAppointment, passMarketType, returnPart, settleDiff, settlePrice } from "./order/hooks.ts";
import * as orderList from "./order/list.ts";
import { listOrders, orderCounter } from "./order/list.ts";
import { orderParams } from "./order/params.ts";
import * as orderService from "./order/service.ts";
import { orders } from "./order/tables.ts";
import { closeUnpaid } from "./order/timers.ts";
import { orderTodos } from "./order/todos.ts";
import { contractListener } from "./paper/contract-heard.ts";
import { contractPort } from "./paper/contract-port.ts";
import { contractTimer } from "./paper/contract-timer.ts";
import { invoicePort } from "./paper/invoice-port.ts";
import { passToCar } from "./paper/market-type.ts";
import * as paperService from "./paper/service.ts";
import * as paymentCorrect from "./payment/correct.ts";
import { giveBackPart } from "./payment/give-back.ts";
import * as paymentService from "./payment/service.ts";
import { settleNewPrice } from "./payment/settle-price.ts";
import { moneySchedule } from "./payment/verify.ts";
import * as planService from "./plan/service.ts";
import * as policyService from "./policy/service.ts";
import { promiseImportSource } from "./promise/import.ts";
import { mostDelayDays } from "./promise/params.ts";
import * as promiseService from "./promise/service.ts";
import { promiseNear, promisePast } from "./promise/timers.ts";
import { refundFlow } from "./refund/flow.ts";
import { refundPort } from "./refund/port.ts";
import { refundSchedule } from "./refund/schedules.ts";
import * as refundService from "./refund/service.ts";
import { refundTodos } from "./refund/todos.ts";
import * as seriesRuleService from "./series-rule/service.ts";
import { freeSlot } from "./slot/appointment.ts";
import { slotMessages } from "./slot/messages.ts";
import { noShowMinutes } from "./slot/params.ts";
import * as slotService from "./slot/service.ts";
import { appointmentTimer } from "./slot/timers.ts";
import { orderCascade } from "./work/cascade.ts";
import { orderWork } from "./work/in-hand.ts";
import { onTimeMetric } from "./work/on-time.ts";
import { orderUsages } from "./work/usages.ts";

/** What a cancellation costs by the word of modules above (OR-R8). */
export { type CancelCost, registerCancelCost } from "./cancel/costs.ts";
/** A car from stock for an order. */
export { matchCar } from "./car/published.ts";
/** Customers as other modules know them: masks and keyed hashes, no plain text. */
export { findOrCreateCustomer } from "./customer/find-or-create.ts";
export { lookupCustomers, type PublishedCustomer, requireCustomer } from "./customer/published.ts";
/** Messages and codes to the phone of a customer, which stays here. */
export { askCustomer, tellCustomer, tryCustomer } from "./customer/tell.ts";
/** What modules above must have done before a hand-over, and what they may object to its being taken back (OR-R12). */
export {
  type DeliveryCheck,
  type RevertGuard,
  registerDeliveryCheck,
  registerRevertGuard,
} from "./delivery/register.ts";
/** Fills a large set of stores with orders. */
export { type LargeOrders, largePhone, loadLargeOrders } from "./demo/large/large.ts";
/** What failed in a module above, until it is cleared (OR-R16). */
export { clearIssue, type IssueRetry, raiseIssue, registerIssueRetry } from "./order/issue.ts";
/** Orders as other modules know them: placed, locked before any car, looked up, with their stages and promises. */
export {
  createOrder,
  linkClue,
  lockOrder,
  lookupOrders,
  openOrdersOf,
  type PublishedOrder,
  type StageRow,
  stageHistory,
} from "./order/published.ts";
/** Days after the promise for which a customer was waited (OR-R19). */
export { type ExcludedDays, registerExcludedDays } from "./plan/excluded.ts";
export { type PromiseRow, promiseHistory } from "./promise/published.ts";

settlePrice.fill(settleNewPrice);
returnPart.fill(giveBackPart);
passMarketType.fill(passToCar);
settleDiff.fill(settleDifference);
dropAppointment.fill(freeSlot);
/** Takes the metric away again, because partner would ask for orders where there are none. */
let forgetMetric: () => void = () => undefined;

/** 订单. */
export const orderModule = defineModule({
  name: "order",
  connect: () => {
    forgetMetric = registerMetricSource(onTimeMetric);
  },
  disconnect: async () => forgetMetric(),
  migrations: join(import.meta.dirname, "migrations"),
  routes: [
    ...handlersOf(customerService, seriesRuleService, policyService),
    ...handlersOf(orderList, orderService, orderEdit, paymentService, paymentCorrect),
    ...handlersOf(refundService, cancelService),
    ...handlersOf(promiseService, butlerService, lockIdentity, lockService, carService, paperService),
    ...handlersOf(slotService, changeService, deliveryChecks, deliveryService),
    ...handlersOf(intakePush, intakeService, intakeHistory, intakeArrive, planService, boardService),
  ],
  files: [
    recordFiles(customers, { write: "order:order:verify", extensions: PICTURE_FILES }),
    recordFiles(changes, { write: "order:change:apply", extensions: EVIDENCE_FILES }),
    recordFiles(orders, {
      write: "order:promise:change",
      add: [tickCheck.permission],
      extensions: EVIDENCE_FILES,
    }),
  ],
  batches: [assignBatchOf(listOrders)],
  imports: [historyImportSource, promiseImportSource],
  timers: [closeUnpaid, promiseNear, promisePast, contractTimer, appointmentTimer],
  listeners: [contractListener, ...carListeners],
  outward: [contractPort, invoicePort, refundPort],
  schedules: [moneySchedule, expireSchedule, refundSchedule, ...intakeSchedules],
  approvalFlows: [refundFlow, changeFlow, cancelFlow],
  dictionaries: orderDictionaries,
  todos: [...orderTodos, ...refundTodos, eventTodo],
  messages: slotMessages,
  params: [...orderParams, mostDelayDays, ...intakeParams, noShowMinutes, revertHours, ...cancelParams],
  numbers: [
    { kind: "salesOrder", prefix: "SO", name: "订单号" },
    { kind: "orderContract", prefix: "HT", name: "合同号" },
    { kind: "orderChange", prefix: "BG", name: "变更单号" },
    { kind: "orderPayment", prefix: "SK", name: "收款单号" },
    { kind: "orderRefund", prefix: "TK", name: "退款单号" },
    { kind: "orderCancel", prefix: "TD", name: "退订单号" },
  ],
  gives: orderCascade.map((kind) => cascadePort.of(kind)),
  workInHand: orderWork,
  usages: orderUsages,
  stageCounters: [orderCounter],
  demo: { load: loadOrderDemo },
});
