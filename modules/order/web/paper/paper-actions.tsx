import {
  applyInvoice,
  noteLoan,
  type Order,
  orderStates,
  redInvoice,
  sendContract,
  settleInvoice,
} from "@ops/order/contract";
import type { DetailAction } from "@ops/platform/web";
import { refuseBusy, refuseHeld } from "../order/acting.ts";
import { orderAct } from "../order/order-act.ts";
import { refuseInvoicing, refuseReversal, refuseSending, refuseSettling } from "./refuse-paper.ts";

/** 发送合同, 申请开票, 红冲发票, 登记开票结果 and 登记贷款. */
export const paperActions: readonly DetailAction<Order>[] = [
  orderAct({
    label: "发送合同",
    needs: sendContract,
    when: ({ state }) => orderStates.can(state, "sendContract"),
    refuse: (order) => refuseHeld(order) ?? refuseSending(order),
    consequence: "合同发送给购车人在线签署，逾期未签署自动作废",
    okText: "发送",
    done: "合同已发送，等待客户签署！",
  }),
  orderAct({
    label: "申请开票",
    needs: applyInvoice,
    when: ({ state }) => orderStates.can(state, "invoice"),
    refuse: (order) => refuseBusy(order) ?? refuseInvoicing(order),
    okText: "申请",
    done: "已申请开票！",
    start: () => ({ kind: "CAR" as const }),
    useSpecial: () => ({ kind: "抬头与税号为购车人，金额不含权益包与费用" }),
  }),
  orderAct({
    label: "红冲发票",
    needs: redInvoice,
    when: ({ state, invoiceState }) => invoiceState !== null && orderStates.can(state, "redInvoice"),
    refuse: (order) => refuseHeld(order) ?? refuseReversal(order),
    danger: true,
    okText: "红冲",
    done: "已申请红冲！",
  }),
  orderAct({
    label: "登记开票结果",
    needs: settleInvoice,
    when: ({ state, invoiceState }) => invoiceState !== null && orderStates.can(state, "redInvoice"),
    refuse: (order) => refuseHeld(order) ?? refuseSettling(order),
    okText: "登记",
    done: "开票结果已登记！",
    useSpecial: () => ({ outsideNo: "结果为已完成时必填" }),
  }),
  orderAct({
    label: "登记贷款",
    needs: noteLoan,
    when: ({ state, payMode }) => orderStates.can(state, "note") && payMode === "LOAN",
    okText: "登记",
    done: "贷款状态已登记！",
    fields: ["loanState"],
    start: ({ loanState }) => ({ loanState }),
  }),
  orderAct({
    label: "登记租赁",
    needs: noteLoan,
    when: ({ state, payMode }) => orderStates.can(state, "note") && payMode === "LEASE",
    okText: "登记",
    done: "租赁合同号已登记！",
    fields: ["leaseNo"],
    start: ({ leaseNo }) => (leaseNo === null ? {} : { leaseNo }),
  }),
];
