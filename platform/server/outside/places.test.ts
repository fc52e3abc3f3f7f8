import assert from "node:assert/strict";
import { test } from "node:test";
import { ConfigError } from "../start/config.ts";
import { outsidePlacesIn } from "./places.ts";

const named = { OUTSIDE_ORDER_REFUND_URL: "https://pay.test/refund/", OUTSIDE_ORDER_REFUND_SECRET: "geheim" };

test("PF-R120 the place of a port and its secret come from the environment, together or not at all", () => {
  const places = outsidePlacesIn(named);
  assert.deepEqual(places("order.refund"), { url: "https://pay.test/refund", secret: "geheim" });
  assert.equal(places("order.invoice"), null);
  const camel = { OUTSIDE_RIGHTS_CASH_OUT_URL: "http://a.test", OUTSIDE_RIGHTS_CASH_OUT_SECRET: "s" };
  assert.deepEqual(outsidePlacesIn(camel)("rights.cashOut"), { url: "http://a.test", secret: "s" });
  assert.throws(() => outsidePlacesIn({ OUTSIDE_ORDER_REFUND_URL: "https://pay.test" }), ConfigError);
  assert.throws(() => outsidePlacesIn({ ...named, OUTSIDE_ORDER_REFUND_URL: "pay.test" }), ConfigError);
});

test("PF-R121 with a stand-in, ports without a place of their own go there", () => {
  const places = outsidePlacesIn(named, { url: "http://127.0.0.1:1", secret: "s" });
  assert.deepEqual(places("subsidy.payout"), { url: "http://127.0.0.1:1/payout", secret: "s" });
  assert.equal(places("order.refund")?.url, "https://pay.test/refund");
});
