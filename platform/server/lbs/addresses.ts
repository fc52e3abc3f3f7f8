import {
  type AddressCandidate,
  type BodyOf,
  commonErrors,
  type GeoPoint,
  type geocode,
  type QueryOf,
  type suggestAddresses,
} from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";
import type { Steps } from "../http/route.ts";
import type { Logger } from "../log.ts";
import { MapServiceFailed } from "./amap.ts";
import type { BoundedMap } from "./bounded-map.ts";
import type { Asked, Found, KnownPlaces } from "./map-service.ts";
import { geocodeOffline, suggestOffline } from "./offline.ts";
import { regionsOf } from "./resolve.ts";

/** Where addresses are looked up: a map service if there is one, and what modules know themselves. */
export interface AddressBook {
  readonly map: BoundedMap | null;
  readonly places: readonly KnownPlaces[];
  readonly log: Logger;
}

/** Reads keep no connection while the map service is called. */
export async function suggest(
  tx: Tx,
  { keyword, cityCode }: QueryOf<typeof suggestAddresses>,
  { map, places, log }: AddressBook,
): Promise<AddressCandidate[]> {
  const asked: Asked = { keyword, regionCode: cityCode ?? null };
  const answer = map?.suggest(tx.actor.userId, asked);
  return withNames(tx, answer ? await waitForMap(log, answer) : await suggestOffline(tx, asked, places));
}

async function withNames(tx: Tx, found: readonly Found[]): Promise<AddressCandidate[]> {
  const codes = [...new Set(found.flatMap(({ regionCode }) => regionCode ?? []))];
  const resolved = codes.length === 0 ? [] : await regionsOf(tx, { codes });
  const names = new Map(resolved.map(({ code, name }) => [code, name]));
  return found.map((one) => ({ ...one, regionName: names.get(one.regionCode ?? "") ?? null }));
}

/** No transaction is open while the map service is called. */
export async function locate(
  steps: Steps,
  { address, regionCode }: BodyOf<typeof geocode>,
  { map, places, log }: AddressBook,
): Promise<GeoPoint | null> {
  const asked: Asked = { keyword: address, regionCode };
  const answer = map?.geocode(steps.actor.userId, asked);
  if (!answer) return steps.finish((tx) => geocodeOffline(tx, asked, places));
  const point = await waitForMap(log, answer);
  return steps.finish(async () => point);
}

/** A form continues without an answer of the map service (PF-R102). */
async function waitForMap<T>(log: Logger, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof MapServiceFailed)) throw error;
    log.warn({ reason: error.message }, "an address could not be looked up");
    throw commonErrors.externalFailed();
  }
}
