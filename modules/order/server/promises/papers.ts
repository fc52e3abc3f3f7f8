import { example } from "@ops/authority/server/testing";
import * as order from "../../contract/index.ts";
import { givenDraftedOrder, givenInvoice, givenInvoiceable, givenLockedOrder } from "../testing.ts";

const reason = "客户要求";

example(order.sendContract, async (app) => {
  const { id, version } = await givenDraftedOrder(app);
  return { input: { params: { id }, body: { version } } };
});
example(order.applyInvoice, async (app) => {
  const { id, version } = await givenInvoiceable(app);
  return { input: { params: { id }, body: { kind: "CAR" as const, version } } };
});
example(order.redInvoice, async (app) => {
  const invoiceable = await givenInvoiceable(app);
  await givenInvoice(app, invoiceable);
  const { id, version } = invoiceable;
  return { input: { params: { id }, body: { reason, version } } };
});
example(order.settleInvoice, async (app) => {
  const invoiceable = await givenInvoiceable(app);
  await givenInvoice(app, invoiceable, "APPLYING");
  await app.rows("update order_invoice set failure = '超时' where order_id = $1", [invoiceable.id]);
  const { id, version } = invoiceable;
  return { input: { params: { id }, body: { outcome: "DONE" as const, outsideNo: "2500001", reason, version } } };
});
example(order.noteLoan, async (app) => {
  const { id, version } = await givenLockedOrder(app, { payMode: "LOAN" });
  return { input: { params: { id }, body: { loanState: "APPLIED" as const, version } } };
});
