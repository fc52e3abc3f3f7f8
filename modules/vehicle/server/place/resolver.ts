import { findOrganization } from "@ops/authority/server";
import { entriesByCodes, type Tx } from "@ops/platform/server";
import { carErrors, type PlaceKind } from "../../contract/index.ts";
import { carSites } from "../dictionaries.ts";

/** A place where cars stand. */
export interface KnownPlace {
  readonly id: string;
  readonly name: string;
  /** Whose people see the cars there. */
  readonly orgId: string | null;
  readonly cityCode: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
}

/** Only reads, and is asked before a car is locked (VE-R9). */
export interface PlaceResolver {
  byId(tx: Tx, id: string): Promise<KnownPlace | null>;
  byCode(tx: Tx, code: string): Promise<KnownPlace | null>;
}

const UUID = /^[0-9a-f-]{36}$/;

/** Stores are organisations of that type, until a module keeps stores. */
const storeOrganizations: PlaceResolver = {
  byId: async (tx, id) => (UUID.test(id) ? placeOf(await findOrganization(tx, { id })) : null),
  byCode: async (tx, code) => placeOf(await findOrganization(tx, { code })),
};

function placeOf(store: Awaited<ReturnType<typeof findOrganization>>): KnownPlace | null {
  if (store?.type !== "STORE" && store?.type !== "DELIVERY") return null;
  const { id, name, regionCode } = store;
  const cityCode = regionCode ? `${regionCode.slice(0, 4)}00` : null;
  return { id, name, orgId: id, cityCode, lng: null, lat: null };
}

/** Sites are entries of a dictionary, until logistics keeps them; their code is their id. */
const siteEntries: PlaceResolver = { byId: siteOf, byCode: siteOf };

async function siteOf(tx: Tx, code: string): Promise<KnownPlace | null> {
  const entries = await entriesByCodes(tx, { codes: [carSites.code], includeDisabled: false });
  const site = entries[carSites.code]?.find(({ entryValue }) => entryValue === code);
  if (!site) return null;
  return { id: code, name: site.entryMeaning, orgId: null, cityCode: null, lng: null, lat: null };
}

const resolvers = new Map<PlaceKind, PlaceResolver>([
  ["STORE", storeOrganizations],
  ["PLANT", siteEntries],
  ["WAREHOUSE", siteEntries],
  ["PORT", siteEntries],
]);

/** The module that keeps places of a kind says so once, where it is composed (VE-R16). Answers how to take it back. */
export function registerPlaceResolver(kind: PlaceKind, resolver: PlaceResolver): () => void {
  const before = resolvers.get(kind);
  resolvers.set(kind, resolver);
  return () => void (before ? resolvers.set(kind, before) : resolvers.delete(kind));
}

const NOWHERE: KnownPlace = { id: "", name: "", orgId: null, cityCode: null, lng: null, lat: null };

/** A place by its id or its code. On the road and at the owner there is none to know; elsewhere an unknown one is refused. */
export async function requirePlace(tx: Tx, kind: PlaceKind, idOrCode: string | null): Promise<KnownPlace> {
  const resolver = resolvers.get(kind);
  if (!resolver) return { ...NOWHERE, id: idOrCode ?? "" };
  const found = idOrCode ? ((await resolver.byId(tx, idOrCode)) ?? (await resolver.byCode(tx, idOrCode))) : null;
  if (!found) throw carErrors.placeUnknown();
  return found;
}
