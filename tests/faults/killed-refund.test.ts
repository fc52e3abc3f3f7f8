import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { decideRefund, getRefund } from "@ops/order/contract";
import { givenOrder, givenPaid, testApp } from "@ops/order/server/testing";
import { Ledger } from "../../apps/outside/ledger.ts";
import { createStandIn } from "../../apps/outside/server.ts";

const app = testApp();
const folder = mkdtempSync(join(tmpdir(), "refund-"));
const file = join(folder, "outside.jsonl");
const secret = "shared";
const standIn = createStandIn({ secret, file, slowMs: 60_000 });
const LONGEST_START_MS = 60_000;
let url = "";

before(async () => {
  await once(standIn.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${(standIn.address() as AddressInfo).port}`;
  app.outsidePlaces.set("order.refund", { url: `${url}/refund`, secret });
});
after(() => {
  standIn.closeAllConnections();
  standIn.close();
  rmSync(folder, { recursive: true });
});

const setMood = (mood: string) =>
  fetch(`${url}/switches/refund`, { method: "POST", body: new URLSearchParams({ mood }), redirect: "manual" });
/** What the channel has noted about a refund, as a new start of it would read it. */
const noted = (refundNo: string) => new Ledger(file).find("refund", refundNo);

/** Kills a node as kill -9 does, once the channel has the refund and before the node has its answer. */
async function killInTheMiddle(refundNo: string): Promise<void> {
  const { NODE_TEST_CONTEXT: _context, ...inherited } = process.env;
  const place = JSON.stringify({ url: `${url}/refund`, secret });
  const node = spawn(process.execPath, [join(import.meta.dirname, "refund-node.ts")], {
    env: { ...inherited, DATABASE: JSON.stringify(app.address), PLACE: place },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => node.kill("SIGKILL"));
  const ended = once(node, "close");
  const began = Date.now();
  while (!noted(refundNo)) {
    assert.equal(node.exitCode, null, "the node ended before the channel had the refund");
    assert.ok(Date.now() - began < LONGEST_START_MS, "the channel has not got the refund");
    await sleep(50);
  }
  node.kill("SIGKILL");
  await ended;
}

/** A refund that somebody has approved, and the person who looks at it. */
async function givenApproved() {
  const order = await givenOrder(app);
  await givenPaid(app, order, 25_800_000);
  const clerk = await app.signIn({ permissions: ["order:refund:list", "order:refund:approve"] });
  const [refund] = await app.rows<{ id: string; refundNo: string; version: number }>(
    'select id, refund_no as "refundNo", version from order_refund where order_id = $1',
    [order.id],
  );
  assert.ok(refund);
  const params = { id: refund.id };
  await clerk.call(decideRefund, { params, body: { verdict: "APPROVE", version: refund.version } });
  const look = async () => (await clerk.call(getRefund, { params })).data;
  return { ...refund, look };
}

test("OR-R9 nodes killed while the channel is slow or says nothing: 退款中, asked for by another, and paid once", async () => {
  const refunds = [];
  for (const mood of ["SLOW", "SILENT"]) {
    const refund = await givenApproved();
    await setMood(mood);
    await killInTheMiddle(refund.refundNo);
    assert.equal((await refund.look()).state, "PROCESSING", mood);
    refunds.push(refund);
  }
  await setMood("REPEATED");
  app.passTime(61); // the leases of the dead nodes are over
  await Promise.all([app.node.outside.callAll(), app.node.outside.callAll()]);
  for (const { id, refundNo, look } of refunds) {
    const entry = noted(refundNo);
    const { state, channelNo } = await look();
    assert.deepEqual([state, channelNo], ["SUCCESS", entry?.answer?.["channelNo"]]);
    assert.deepEqual([entry?.sent, (entry?.asked ?? 0) > 0], [1, true], "sent once, then only asked for");
    const told = await app.rows(
      "select from event_outbox where name = 'order.refunded' and payload ->> 'refundId' = $1",
      [id],
    );
    assert.equal(told.length, 1);
  }
});
