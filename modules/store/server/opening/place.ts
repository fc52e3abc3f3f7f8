import { followMerges } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";
import type { KnownPlace, PlaceResolver } from "@ops/vehicle/server";
import { findStore, type PublishedStore } from "../site/published.ts";

const UUID = /^[0-9a-f-]{36}$/;

/** Stores and delivery centres as places of cars, by id or by one of their two codes. */
export const storePlaces: PlaceResolver = {
  kind: "STORE",
  byId: async (tx, id) => (UUID.test(id) ? placeOf(tx, await findStore(tx, { id })) : null),
  byCode: async (tx, code) => placeOf(tx, await findStore(tx, { code })),
};

/**
 * Makes the place of a store. One that was merged before stores were kept counts as the store into which it was merged; if
 * cars cannot stand there, they stay, and the people of the successor see them (AU-R42).
 */
async function placeOf(tx: Tx, asked: PublishedStore | null): Promise<KnownPlace | null> {
  if (!asked) return null;
  const orgId = (await followMerges(tx, [asked.id])).get(asked.id)?.id ?? asked.id;
  const { id, name, cityCode, lng, lat, state } =
    (orgId === asked.id ? null : await findStore(tx, { id: orgId })) ?? asked;
  return { id, name, orgId, cityCode, lng: degreesOf(lng), lat: degreesOf(lat), isClosed: state === "CLOSED" };
}

const degreesOf = (degrees: number | string | null): number | null => (degrees === null ? null : Number(degrees));
