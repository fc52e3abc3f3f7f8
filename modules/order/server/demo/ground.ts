import { findOrganizations, type PersonAt, peopleAt } from "@ops/authority/server";
import { type Seeded, seeded, type Tx } from "@ops/platform/server";
import { lookupStores, type PublishedStore } from "@ops/store/server";
import {
  type AskedQuote,
  listAnyCars,
  listOrderHolds,
  lookupConfigs,
  type OrderHold,
  type PublishedCar,
  type Quote,
  quoterOf,
} from "@ops/vehicle/server";
import { PastNumbers } from "./clock.ts";
import type { OrderPlan } from "./plan.ts";

const MOST_CARS = 5_000;
/** 陈浩然, who hands cars over at 浦东. */
const BUSY_BUTLER = "A0004";

export interface DemoStore extends PublishedStore {
  readonly advisors: readonly string[];
  readonly butlers: readonly string[];
}

/** What the orders of the demo stand on: stores with their people, cars with their orders, and what can be chosen. */
export interface Ground {
  readonly tx: Tx;
  readonly draw: Seeded;
  readonly numbers: PastNumbers;
  readonly stores: ReadonlyMap<string, DemoStore>;
  /** Stores that trade and have people who sell and hand over. */
  readonly staffed: readonly [DemoStore, ...DemoStore[]];
  readonly busy: { readonly store: DemoStore; readonly butlerId: string };
  readonly held: readonly { readonly hold: OrderHold; readonly car: PublishedCar }[];
  /** Choices of cars in stock that can be ordered today. */
  readonly choices: readonly [NonNullable<OrderPlan["choice"]>, ...NonNullable<OrderPlan["choice"]>[]];
  readonly seriesOf: (carConfigId: string) => string;
  readonly quote: (asked: AskedQuote) => Promise<Quote>;
}

export async function surveyGround(tx: Tx): Promise<Ground> {
  const organizations = [...(await findOrganizations(tx, "STORE")), ...(await findOrganizations(tx, "DELIVERY"))];
  const people = await peopleAt(
    tx,
    organizations.map(({ id }) => id),
  );
  const found = await lookupStores(
    tx,
    organizations.map(({ id }) => id),
  );
  const stores = new Map([...found].map(([id, store]) => [id, staffOf(store, people)]));
  const byName = [...stores.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const staffed = byName.filter(
    ({ isTrading, advisors, butlers }) => isTrading && advisors.length * butlers.length > 0,
  );
  const butler = people.find(({ staffNo }) => staffNo === BUSY_BUTLER);
  const store = stores.get(butler?.orgId ?? "");
  if (!butler || !store) throw new Error(`the demo has nobody with the number ${BUSY_BUTLER}`);
  const cars = await listAnyCars(tx, MOST_CARS);
  const byId = new Map(cars.map((car) => [car.id, car]));
  const configs = await lookupConfigs(tx, [...new Set(cars.map(({ carConfigId }) => carConfigId))]);
  const quote = quoterOf(tx);
  return {
    tx,
    quote,
    draw: seeded("orders"),
    numbers: new PastNumbers(tx),
    stores,
    staffed: [store, ...staffed.filter(({ id }) => id !== store.id)],
    busy: { store, butlerId: butler.id },
    held: (await listOrderHolds(tx)).flatMap((hold) => {
      const car = byId.get(hold.carId);
      return car ? [{ hold, car }] : [];
    }),
    choices: await sellableOf(quote, cars),
    seriesOf: (carConfigId) => configs.get(carConfigId)?.seriesId ?? "",
  };
}

function staffOf(store: PublishedStore, people: readonly PersonAt[]): DemoStore {
  const here = people.filter(({ orgId, isUsable, status }) => orgId === store.id && isUsable && status === "ACTIVE");
  const as = (code: string) => here.filter(({ positionCode }) => positionCode === code).map(({ id }) => id);
  return { ...store, advisors: as("salesAdvisor"), butlers: as("deliverySpecialist") };
}

async function sellableOf(quote: Ground["quote"], cars: readonly PublishedCar[]): Promise<Ground["choices"]> {
  const free = cars.filter(({ holdState }) => holdState === "FREE");
  const byKey = new Map(free.map((car) => [car.configKey, car]));
  const sold: NonNullable<OrderPlan["choice"]>[] = [];
  for (const { carConfigId, optionCodes, extColor, intColor, configKey } of byKey.values()) {
    const choice = { carConfigId, optionCodes, extColor, intColor, configKey };
    if ((await quote(choice)).sellable) sold.push(choice);
  }
  const [first, ...rest] = sold;
  if (!first) throw new Error("the demo has no car that can be ordered");
  return [first, ...rest];
}
