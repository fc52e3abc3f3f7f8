import { stateMachine } from "@ops/platform/contract";

/** What became of something that was told (OR-R14). A refused or waiting one may be tried again. */
export const orderEventStates = stateMachine({
  code: "ORDER",
  entity: "事件",
  initial: "WAITING",
  states: { APPLIED: "已应用", IGNORED: "已忽略", WAITING: "等待订单", FAILED: "失败" },
  moves: {
    replay: { label: "重放", from: ["WAITING", "FAILED"], to: "APPLIED" },
    giveUp: { label: "超时", from: ["WAITING"], to: "FAILED" },
  },
});
export type OrderEventState = keyof typeof orderEventStates.states;

/** What other systems tell by `POST /events`. */
export const pushedTypes = {
  "payment.succeeded": "付款成功",
  "payment.failed": "付款失败",
  "customer.locked": "客户锁单",
  "customer.cancel": "客户申请退订",
  "factory.scheduled": "工厂排产",
  "loan.decided": "贷款结果",
} as const;

/** What vehicle and logistics tell about the car of an order. */
export const carNewsTypes = {
  "car.produced": "车辆下线",
  "car.departed": "车辆发运",
  "car.etaChanged": "预计到达变更",
  "car.arrivedAtStore": "车辆到店",
  "car.damaged": "车辆受损",
  "car.returned": "车辆退回",
  "car.blocked": "车辆管控",
  "car.unblocked": "解除管控",
  "car.specCorrected": "规格更正",
} as const;

export const orderEventTypes = { ...pushedTypes, ...carNewsTypes } as const;
export type PushedType = keyof typeof pushedTypes;
export type CarNewsType = keyof typeof carNewsTypes;
