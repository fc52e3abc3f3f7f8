import { example, type ProductApp, unscoped } from "@ops/authority/server/testing";
import { addDays, dayOf } from "@ops/platform/contract";
import { givenConfig } from "@ops/vehicle/server/testing";
import * as order from "../../contract/index.ts";
import { givenPolicy, givenRule } from "../testing.ts";

async function givenTomorrow(app: ProductApp) {
  const { seriesId } = await givenConfig(app);
  return givenRule(app, { seriesId, validFrom: addDays(dayOf(app.now()), 1) });
}

export const seriesRules = unscoped("series_rule", async ({ app }) => (await givenTomorrow(app)).id);
export const salesPolicies = unscoped("sales_policy", async ({ app }) => (await givenPolicy(app)).id);

const terms = {
  smallFen: 100_000,
  bigFen: 500_000,
  cycleMinDays: 28,
  cycleMaxDays: 42,
  offsets: { scheduled: 7, produced: 25, shipped: 28, arrived: 35, delivered: 40 },
};
const policy = { name: "限时优惠", kind: "DISCOUNT", limitFen: 500_000, status: "ENABLED" } as const;

example(order.createSeriesRule, async (app) => {
  const { seriesId } = await givenConfig(app);
  return { input: { body: { ...terms, seriesId, validFrom: dayOf(app.now()) } } };
});
example(order.editSeriesRule, async (app) => {
  const { id, version, validFrom } = await givenTomorrow(app);
  return { input: { params: { id }, body: { ...terms, bigFen: 600_000, validFrom, version } } };
});
example(order.createPolicy, async (app) => ({
  input: { body: { ...policy, code: `YH-${app.now().getTime()}`, validFrom: dayOf(app.now()) } },
}));
example(order.editPolicy, async (app) => {
  const { id, version } = await givenPolicy(app);
  return { input: { params: { id }, body: { ...policy, validFrom: dayOf(app.now()), version } } };
});
