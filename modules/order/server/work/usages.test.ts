import assert from "node:assert/strict";
import { test } from "node:test";
import * as partners from "@ops/partner/contract";
import { partnerModule } from "@ops/partner/server";
import { givenPartner, givenStore as givenPartnerStore } from "@ops/partner/server/testing";
import { addDays, dayOf, instantOf } from "@ops/platform/contract";
import { type Module, usagesOf } from "@ops/platform/server";
import { givenStore } from "@ops/store/server/testing";
import * as vehicles from "@ops/vehicle/contract";
import type { OrderStatus } from "../../contract/index.ts";
import { givenChoice, givenOrder, putInState, testApp } from "../testing.ts";
import { onTimeMetric } from "./on-time.ts";

const app = testApp();
const ENDED: readonly OrderStatus[] = ["CANCELLED", "CLOSED"];

test("order 15 usages: 在手订单 keep their configuration and series in use until the last one has ended", async () => {
  const choice = await givenChoice(app);
  const [first, second] = [await givenOrder(app, choice), await givenOrder(app, choice)];
  await givenOrder(app);
  const used = (entity: string, id: string) => app.arrange((tx) => usagesOf(tx, entity, id));
  const both = [{ label: "在手订单", count: 2 }];
  assert.deepEqual(await used("carConfig", choice.carConfigId), both);
  assert.deepEqual(await used("carSeries", choice.seriesId), both);
  await putInState(app, second, "CANCEL_REVIEW");
  assert.deepEqual(await used("carSeries", choice.seriesId), both);

  const keeper = await app.signIn({ boolAdmin: true });
  const { data: all } = await keeper.call(vehicles.listSeries, {});
  const series = all.find(({ id }) => id === choice.seriesId);
  assert.ok(series);
  const { id, seriesName, aliases, sort, version } = series;
  const body = { seriesName, aliases, sort, version, status: "DISABLED" as const };
  const disable = () => keeper.call(vehicles.editSeries, { params: { id }, body });
  const refused = await disable();
  assert.deepEqual([refused.msgCode, refused.msg.includes("在手订单")], ["VEHICLE_IN_USE", true]);
  for (const [at, order] of [first, second].entries()) await putInState(app, order, ENDED[at] ?? "CLOSED");
  assert.deepEqual(await used("carConfig", choice.carConfigId), []);
  assert.equal((await disable()).msg, "");
});

test("order 15 the metric ON_TIME is the share of the month's hand-overs by the promised day, at the stores of the partner", async () => {
  const [partner, other] = [await givenPartner(app), await givenPartner(app)];
  const storeOf = async (of: typeof partner) =>
    (
      await givenStore(app, {
        organization: await givenPartnerStore(app, of),
        operateMode: "PARTNER",
        partnerId: of.id,
      })
    ).id;
  const [ours, theirs] = [await storeOf(partner), await storeOf(other)];
  const choice = await givenChoice(app);
  const deliver = async (storeId: string, clock: string, promised: string | null, state: OrderStatus = "DELIVERED") => {
    const { id } = await givenOrder(app, choice);
    await app.rows(
      `update sales_order set state = $2, delivery_store_id = $3, delivered_at = $4, locked_at = now(),
         promise_original = $5, promise_effective = $5 where id = $1`,
      [id, state, storeId, state === "DELIVERED" ? instantOf(clock) : null, promised],
    );
  };
  await deliver(ours, "2025-03-01 00:00:00", "2025-03-01");
  await deliver(ours, "2025-03-31 23:59:59", "2025-03-31");
  await deliver(ours, "2025-03-12 00:00:00", "2025-03-11");
  await deliver(ours, "2025-04-01 00:00:00", "2025-03-01");
  await deliver(ours, "2025-03-20 10:00:00", null);
  await deliver(ours, "2025-03-20 10:00:00", "2025-03-01", "READY");
  await deliver(theirs, "2025-03-05 10:00:00", "2025-03-01");
  const measure = (partnerId: string, period: string) =>
    app.arrange((tx) => onTimeMetric.measure(tx, { partnerId, period }));
  assert.deepEqual(await measure(partner.id, "2025-03"), { value: 2 / 3, score: 67 });
  assert.deepEqual(await measure(other.id, "2025-03"), { value: 0, score: 0 });
  assert.equal(await measure(partner.id, "2025-02"), null, "nothing was handed over");
});

test("order 15 the assessment of a partner takes ON_TIME from orders", async () => {
  const partner = await givenPartner(app);
  const [{ id: storeId }, { id }] = [await givenPartnerStore(app, partner), await givenOrder(app)];
  const lastMonth = addDays(`${dayOf(app.now()).slice(0, 7)}-01`, -1);
  await app.rows(
    `update sales_order set state = 'DELIVERED', delivery_store_id = $2, delivered_at = $3, locked_at = now(),
       promise_original = $4, promise_effective = $4 where id = $1`,
    [id, storeId, instantOf(`${lastMonth} 12:00:00`), lastMonth],
  );
  const { schedules = [] }: Module = partnerModule;
  const closing = schedules.find(({ name }) => name === "partner.assessmentClose");
  assert.ok(closing);
  await closing.run({ step: (act) => app.arrange(act) });
  const assessor = await app.signIn({ boolAdmin: true });
  const { data } = await assessor.call(partners.listAssessments, { params: { id: partner.id } });
  const item = data.list[0]?.items.find(({ metric }) => metric === "ON_TIME");
  assert.deepEqual([item?.value, item?.score], [1, 100]);
});
