import { findOrganization } from "@ops/authority/server";
import { entriesByCodes, type Tx } from "@ops/platform/server";
import { carErrors, type PlaceKind, placeKinds } from "../../contract/index.ts";
import { siteDictionaries } from "../dictionaries.ts";

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

type SiteKind = keyof typeof siteDictionaries;
const siteKinds: readonly SiteKind[] = ["PLANT", "WAREHOUSE", "PORT"];

/** Sites are entries of the dictionary of their kind, until logistics keeps them; their code is their id. */
function siteEntries(kind: SiteKind): PlaceResolver {
  const dictionary = siteDictionaries[kind].code;
  const siteOf = async (tx: Tx, code: string): Promise<KnownPlace | null> => {
    const entries = await entriesByCodes(tx, { codes: [dictionary], includeDisabled: false });
    const site = entries[dictionary]?.find(({ entryValue }) => entryValue === code);
    return site ? { id: code, name: site.entryMeaning, orgId: null, cityCode: null, lng: null, lat: null } : null;
  };
  return { byId: siteOf, byCode: siteOf };
}

const resolvers = new Map<PlaceKind, PlaceResolver>([
  ["STORE", storeOrganizations],
  ["PLANT", siteEntries("PLANT")],
  ["WAREHOUSE", siteEntries("WAREHOUSE")],
  ["PORT", siteEntries("PORT")],
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
  if (!resolvers.has(kind)) return { ...NOWHERE, id: idOrCode ?? "" };
  const found = idOrCode ? await findPlace(tx, kind, idOrCode) : null;
  if (!found) throw await whyUnknown(tx, kind, idOrCode ?? "");
  return found;
}

async function findPlace(tx: Tx, kind: PlaceKind, idOrCode: string): Promise<KnownPlace | null> {
  const resolver = resolvers.get(kind);
  return (await resolver?.byId(tx, idOrCode)) ?? (await resolver?.byCode(tx, idOrCode)) ?? null;
}

/** A site of another kind is named; of stores, which not everybody sees, nothing is told. */
async function whyUnknown(tx: Tx, asked: PlaceKind, code: string): Promise<Error> {
  for (const kind of siteKinds) {
    const found = code === "" || kind === asked ? null : await findPlace(tx, kind, code);
    if (found) return carErrors.placeKind({ name: found.name, kind: placeKinds[kind], asked: placeKinds[asked] });
  }
  return carErrors.placeUnknown();
}
