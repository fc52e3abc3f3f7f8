import type { Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import type { CarRow } from "./tables.ts";
import type { CarFact } from "./tell-car.ts";

type Publish = (tx: Pick<Tx, "publish">) => Promise<void>;

/**
 * Publishes the events of many cars and keeps the order of each car: first the first event of every car, then the
 * second ones, and so on. Each round publishes events of the same kind together.
 */
export async function publishTogether(tx: Tx, newsOfCars: readonly (readonly Publish[])[]): Promise<void> {
  const longest = Math.max(0, ...newsOfCars.map(({ length }) => length));
  for (let at = 0; at < longest; at++) {
    await publishByKind(
      tx,
      newsOfCars.flatMap((news) => news.slice(at, at + 1)),
    );
  }
}

async function publishByKind(tx: Tx, news: readonly Publish[]): Promise<void> {
  const gathered = new Map<string, { tell: () => Promise<void>; add: (payload: object) => void }>();
  const gather: Tx["publish"] = async (event, payload) => {
    const known = gathered.get(event.name);
    if (known) return known.add(payload);
    const payloads = [payload];
    const add = (one: object) => void payloads.push(event.payload.parse(one));
    gathered.set(event.name, { add, tell: () => tx.publishAll(event, payloads) });
  };
  for (const publish of news) await publish({ publish: gather });
  for (const { tell } of gathered.values()) await tell();
}

/** Makes the events that tell other modules about a change, in the order of the log. */
export function newsOf(before: CarRow | null, after: CarRow, fact: CarFact & { at: Date }): Publish[] {
  const told = { carId: after.id, vin: after.vin, no: after.eventNo, at: fact.at.toISOString() };
  const { buildOrderNo, configKey, marketTypeId, mileageKm, placeKind, placeId, holdSeq: seq, holdState: to } = after;
  const news: Publish[] = [];
  const say = (publish: Publish) => news.push(publish);
  const plain = plainNews[fact.type];
  if (plain) say((tx) => tx.publish(plain, told));
  if (fact.type === "produced") say((tx) => tx.publish(contract.carProduced, { ...told, buildOrderNo }));
  if (fact.type === "mileage") say((tx) => tx.publish(contract.carMileage, { ...told, mileageKm }));
  if (before && (before.holdState !== to || before.holdSeq !== seq)) {
    say((tx) => tx.publish(contract.carHolderChanged, { ...told, from: before.holdState, to, seq }));
  }
  if (before && (before.placeKind !== placeKind || before.placeId !== placeId)) {
    say((tx) => tx.publish(contract.carPlaceChanged, { ...told, placeKind, placeId }));
  }
  if (before && before.configKey !== configKey) {
    say((tx) => tx.publish(contract.carSpecCorrected, { ...told, configKey }));
  }
  if (before && before.marketTypeId !== marketTypeId) {
    say((tx) => tx.publish(contract.carMarketTypeChanged, { ...told, marketTypeId }));
  }
  return news;
}

const plainNews: Partial<Record<contract.CarEventType, typeof contract.carRegistered>> = {
  registered: contract.carRegistered,
  released: contract.carReleased,
  blocked: contract.carBlocked,
  unblocked: contract.carUnblocked,
  inspected: contract.carInspected,
  off: contract.carOff,
  activated: contract.carActivated,
};
