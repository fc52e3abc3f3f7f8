import assert from "node:assert/strict";
import { test } from "node:test";
import { givenClient, signedCall } from "@ops/authority/server/testing";
import { wireTime } from "@ops/platform/contract";
import { newId, systemActor } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { givenOrder, testApp } from "../testing.ts";

const app = testApp();

test("OR-R9 the people behind a program do not decide about money of which it has told; anybody else does", async () => {
  const order = await givenOrder(app);
  const admin = await app.signIn({ boolAdmin: true });
  const keys = await givenClient(app, admin, [contract.addPayment], { ownerOrgId: order.storeId });
  const paidAt = wireTime(app.now());
  const body = { kind: "BIG", channel: "WECHAT", amountFen: 25_790_005, txnNo: newId(), paidAt } as const;
  const told = await signedCall(app, keys, contract.addPayment, { params: { id: order.id }, body });
  assert.equal(told.msg, "");
  const [refund] = await app.rows<{ id: string; version: number }>(
    "select id, version from order_refund where order_id = $1",
    [order.id],
  );
  assert.ok(refund);
  const decide = (by: typeof admin) =>
    by.call(contract.decideRefund, {
      params: { id: refund.id },
      body: { verdict: "APPROVE", version: refund.version },
    });
  assert.equal((await decide(admin)).msgCode, "COMMON_APPROVAL_SELF");
  const clerk = await app.signIn({ permissions: ["order:refund:list", "order:refund:approve"] });
  assert.equal((await decide(clerk)).msg, "");
  assert.deepEqual(await app.rows("select title from notice where user_id = $1", [systemActor.userId]), []);
});
