import { example, type Kind, organizationOf, type ProductApp, scopedPlaces } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import { givenStore } from "@ops/store/server/testing";
import { givenPhoto } from "@ops/vehicle/server/testing";
import * as order from "../../contract/index.ts";
import { givenArrived, givenChecks, givenReady, orderRow, slotAt } from "../testing.ts";

const why = { party: "CUSTOMER" as const, reason: "客户出差" };

/** Slots belong to stores, which are visible where their organisation is. */
export const slotStores: Kind = {
  places: scopedPlaces.filter((place) => place !== "nowhere"),
  facts: `select id::text as id, true as exists, null as "ownerId", false as everywhere, array[id] as "organizationIds"
    from store`,
  make: async (ground, place) => {
    if (place === "missing") return newId();
    const organization = organizationOf(ground, place);
    const [known] = await ground.app.rows<{ id: string }>("select id from store where id = $1", [organization.id]);
    return (known ?? (await givenStore(ground.app, { organization }))).id;
  },
};

example(order.saveSlotRules, async (app) => {
  const { id: storeId } = await givenStore(app);
  const rules = [{ weekday: 0, from: "10:00", until: "11:00", capacity: 2 }];
  return { input: { params: { storeId }, body: { rules, version: null } } };
});
example(order.bookAppointment, async (app) => {
  const { order: arrived } = await givenArrived(app);
  const body = { startAt: slotAt(app, 2), version: arrived.version };
  return { input: { params: { id: arrived.id }, body } };
});

/** An order whose car is there and whose customer is expected. */
async function givenBooked(app: ProductApp) {
  const { order: arrived } = await givenArrived(app);
  const params = { id: arrived.id };
  const admin = await app.signIn({ boolAdmin: true });
  await admin.call(order.bookAppointment, { params, body: { startAt: slotAt(app, 2), version: arrived.version } });
  return { params, version: (await orderRow(app, arrived.id)).version };
}

example(order.cancelAppointment, async (app) => {
  const { params, version } = await givenBooked(app);
  return { input: { params, body: { ...why, version } } };
});
example(order.tickCheck, async (app) => {
  const { order: arrived } = await givenArrived(app);
  const { token, user } = await app.signIn({ boolAdmin: true });
  const body = { isDone: true, fileIds: [await givenPhoto(app, user, "salesOrder")], version: arrived.version };
  return {
    input: { params: { id: arrived.id, code: "PDI" }, body },
    credentials: { authorization: token },
  };
});
example(order.readyOrder, async (app) => {
  const { params, version } = await givenBooked(app);
  await givenChecks(app, params, ["PDI"]);
  return { input: { params, body: { version } } };
});
example(order.deliverOrder, async (app) => {
  const { order: ready } = await givenReady(app);
  return { input: { params: { id: ready.id }, body: { mileageKm: 12, version: ready.version } } };
});
example(order.revertDelivery, async (app) => {
  const { order: ready } = await givenReady(app);
  const params = { id: ready.id };
  const admin = await app.signIn({ boolAdmin: true });
  await admin.call(order.deliverOrder, { params, body: { mileageKm: 12, version: ready.version } });
  return { input: { params, body: { reason: "误操作", version: ready.version + 1 } } };
});
