import type { Tx } from "@ops/platform/server";
import { findRow } from "../database.ts";
import { giveButlers, isOpenDelivery } from "./butlers.ts";
import { askConsent } from "./cancels.ts";
import { loadChanges } from "./changes.ts";
import { bookSome, loadDeliveries } from "./deliveries.ts";
import { loadEvents } from "./events.ts";
import { surveyGround } from "./ground.ts";
import { holdSome, raiseIssues, setCloseTimers } from "./loose-ends.ts";
import { loadPastActs } from "./past-acts.ts";
import { loadCustomers } from "./people.ts";
import { planOrdersWithCar } from "./plans/with-car.ts";
import { planOrdersWithoutCar } from "./plans/without-car.ts";
import { loadOrderRoles } from "./roles.ts";
import { writeOrders } from "./rows.ts";
import { loadRules } from "./rules.ts";

/** So many orders has 陈浩然 in hand (section 11). */
const BUSY_ORDERS = 24;

/** The demo data of 订单: the orders of all cars that have one, and those that wait for a car. Changes nothing twice. */
export async function loadOrderDemo(tx: Tx): Promise<void> {
  if (await findRow(tx, "seriesRule", {})) return;
  await loadOrderRoles(tx);
  const terms = await loadRules(tx);
  const ground = await surveyGround(tx);
  const withCar = await planOrdersWithCar(ground);
  const busy = withCar.filter((plan) => plan.deliveryStoreId === ground.busy.store.id && isOpenDelivery(plan)).length;
  const withoutCar = await planOrdersWithoutCar(ground, BUSY_ORDERS - busy);
  const plans = bookSome(ground, holdSome(giveButlers(ground, [...withCar, ...withoutCar])));
  const customers = await loadCustomers(tx, plans, ground.draw);
  await writeOrders(ground, plans, { ...terms, customers });
  await loadDeliveries(ground, plans);
  await loadChanges(ground, plans);
  await loadEvents(tx, plans);
  await raiseIssues(tx, plans);
  await loadPastActs(tx, plans);
  await askConsent(tx);
  await setCloseTimers(tx, plans);
}
