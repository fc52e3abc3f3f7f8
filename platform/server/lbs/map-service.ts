import type { AddressCandidate, GeoPoint } from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";

export interface Asked {
  readonly keyword: string;
  /** The city or other known division of the address. */
  readonly regionCode: string | null;
}

/** A map service of another company. Division codes are GB/T 2260, coordinates GCJ-02. */
export interface MapService {
  suggest(asked: Asked): Promise<Found[]>;
  geocode(asked: Asked): Promise<GeoPoint | null>;
}

export type Found = Omit<AddressCandidate, "regionName">;

/** An address that a module keeps: a store, a warehouse. */
export type KnownPlace = Omit<Found, "address"> & { readonly address: string };

export interface PlacesAsked {
  readonly keyword: string;
  /** Divisions that it may lie in; null for all. */
  readonly regionCodes: readonly string[] | null;
  readonly most: number;
}

/** The addresses that a module knows and the reader may see, by part of their name or address. */
export type KnownPlaces = (tx: Tx, asked: PlacesAsked) => Promise<readonly KnownPlace[]>;

export const MOST_CANDIDATES = 10;
