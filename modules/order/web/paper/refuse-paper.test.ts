import assert from "node:assert/strict";
import { test } from "node:test";
import { refuseInvoicing, refuseReversal, refuseSending, refuseSettling } from "./refuse-paper.ts";

const ready = {
  vin: "LSV1",
  contractState: "SIGNED",
  invoiceState: null,
  payMode: "FULL",
  balanceFen: 0,
  loanState: "NONE",
  leaseNo: null,
} as const;

test("order 5 发送合同 says why it is not offered: it is sent or signed, or nobody has verified the buyer", () => {
  const isIdentityVerified = true;
  assert.equal(refuseSending({ contractState: null, isIdentityVerified }), null);
  assert.equal(refuseSending({ contractState: "DRAFT", isIdentityVerified }), null);
  assert.equal(refuseSending({ contractState: "SENT", isIdentityVerified }), "合同已发送，等待客户签署");
  assert.equal(refuseSending({ contractState: "SIGNED", isIdentityVerified }), "合同已签署");
  assert.equal(refuseSending({ contractState: "DRAFT", isIdentityVerified: false }), "购车人身份未核验");
});

test("OR-R10 OR-R18 申请开票 says what is missing: car, contract, payment, or that there is an invoice", () => {
  assert.equal(refuseInvoicing(ready), null);
  assert.equal(refuseInvoicing({ ...ready, vin: null }), "车辆未下线，不能开票");
  assert.equal(refuseInvoicing({ ...ready, invoiceState: "APPLYING" }), "正在开票，请等待开票结果");
  assert.equal(refuseInvoicing({ ...ready, invoiceState: "ISSUED" }), "订单已有发票");
  assert.equal(refuseInvoicing({ ...ready, contractState: "SENT" }), "合同未签署，不能开票");
  assert.match(refuseInvoicing({ ...ready, balanceFen: 1 }) ?? "", /^请先完成：/);
  assert.equal(refuseInvoicing({ ...ready, payMode: "LOAN", balanceFen: 1, loanState: "APPROVED" }), null);
  assert.match(refuseInvoicing({ ...ready, payMode: "LOAN", loanState: "APPLIED" }) ?? "", /^请先完成：/);
  assert.equal(refuseInvoicing({ ...ready, payMode: "LEASE", balanceFen: 1, leaseNo: "Z1" }), null);
  assert.match(refuseInvoicing({ ...ready, payMode: "LEASE" }) ?? "", /^请先完成：/);
});

test("OR-R10 红冲发票 needs an issued invoice, 登记开票结果 one of which nobody knows what became of it", () => {
  assert.equal(refuseReversal({ invoiceState: "ISSUED" }), null);
  assert.equal(refuseReversal({ invoiceState: "RED_PENDING" }), "正在红冲，请等待红冲结果");
  assert.equal(refuseReversal({ invoiceState: null }), "订单没有已开具的发票");
  assert.equal(refuseReversal({ invoiceState: "APPLYING" }), "订单没有已开具的发票");
  assert.equal(refuseSettling({ isInvoiceUnsure: true }), null);
  assert.equal(refuseSettling({ isInvoiceUnsure: false }), "没有结果不明的开票或红冲");
});
