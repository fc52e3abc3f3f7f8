import { findOrganization, followMerges } from "@ops/authority/server";
import { entriesByCodes, port, type Tx } from "@ops/platform/server";
import { carErrors, type PlaceKind, placeKinds } from "../../contract/index.ts";
import { siteDictionaries } from "../dictionaries.ts";

/** A place where cars can stand. */
export interface KnownPlace {
  readonly id: string;
  readonly name: string;
  /** The organisation whose people see the cars there. */
  readonly orgId: string | null;
  readonly cityCode: string | null;
  readonly lng: number | null;
  readonly lat: number | null;
  /** Whether the place is out of service. Then neither people nor files may put cars there. */
  readonly isClosed?: boolean;
}

/** Finds places. It must only read, because it is asked before a car is locked (VE-R9). */
export interface PlaceResolver {
  readonly kind: PlaceKind;
  byId(tx: Tx, id: string): Promise<KnownPlace | null>;
  byCode(tx: Tx, code: string): Promise<KnownPlace | null>;
}

/** Takes the resolvers of the modules that keep places (VE-R16). Of a kind, the highest module is asked first. */
export const placePort = port<PlaceResolver>("vehicle.places");

function resolverOf(tx: Tx, kind: PlaceKind): PlaceResolver | null {
  const known = tx.given(placePort).filter((resolver) => resolver.kind === kind);
  const first = async (ask: (resolver: PlaceResolver) => Promise<KnownPlace | null>) => {
    for (const resolver of known.toReversed()) {
      const found = await ask(resolver);
      if (found) return found;
    }
    return null;
  };
  if (known.length === 0) return null;
  return {
    kind,
    byId: (_tx, id) => first((resolver) => resolver.byId(tx, id)),
    byCode: (_tx, code) => first((resolver) => resolver.byCode(tx, code)),
  };
}

const UUID = /^[0-9a-f-]{36}$/;

/**
 * Uses organisations as stores until a module keeps stores. A merged organisation counts as the one into which it was
 * merged.
 */
const storeOrganizations: PlaceResolver = {
  kind: "STORE",
  byId: async (tx, id) => (UUID.test(id) ? storeOf(tx, await findOrganization(tx, { id })) : null),
  byCode: async (tx, code) => storeOf(tx, await findOrganization(tx, { code })),
};

type Organization = NonNullable<Awaited<ReturnType<typeof findOrganization>>>;

const isStore = ({ type }: Organization): boolean => type === "STORE" || type === "DELIVERY";

/**
 * Makes the place of an organisation. If its successor after a merge cannot hold cars, they stay at the closed store,
 * and the people of the successor see them.
 */
async function storeOf(tx: Tx, asked: Organization | null): Promise<KnownPlace | null> {
  if (!asked || !isStore(asked)) return null;
  const became = (await followMerges(tx, [asked.id])).get(asked.id) ?? asked;
  const { id, name, regionCode, status } = isStore(became) ? became : asked;
  const cityCode = regionCode ? `${regionCode.slice(0, 4)}00` : null;
  return { id, name, orgId: became.id, cityCode, lng: null, lat: null, isClosed: status === "DISABLED" };
}

/** Finds the place of a store, or null where an organisation is none. */
export async function findStorePlace(tx: Tx, orgId: string): Promise<KnownPlace | null> {
  return (await resolverOf(tx, "STORE")?.byId(tx, orgId)) ?? null;
}

/** A former place of a car, as its row or its log has it. */
interface KeptPlace {
  readonly placeKind: PlaceKind;
  readonly placeId: string | null;
  readonly placeName: string | null;
  readonly placeOrgId: string | null;
}

type Located = Pick<KnownPlace, "cityCode" | "lng" | "lat">;

/** Updates a former place to today's organisations: a merged one is replaced by its successor (AU-R42). */
export async function renewPlace<P extends KeptPlace>(tx: Tx, kept: P): Promise<P & Partial<Located>> {
  const { placeKind: kind, placeId, placeOrgId } = kept;
  const store = kind === "STORE" && placeId ? await findStorePlace(tx, placeId) : null;
  if (store && store.id !== placeId) {
    const { id, name, orgId, cityCode, lng, lat } = store;
    return { ...kept, placeId: id, placeName: name, placeOrgId: orgId, cityCode, lng, lat };
  }
  const became = placeOrgId ? (await followMerges(tx, [placeOrgId])).get(placeOrgId) : null;
  return { ...kept, placeOrgId: became?.id ?? placeOrgId };
}

type SiteKind = keyof typeof siteDictionaries;
const siteKinds: readonly SiteKind[] = ["PLANT", "WAREHOUSE", "PORT"];

/** Uses dictionary entries as sites until logistics keeps them. Their code is their id. */
function loadSiteEntries(kind: SiteKind): PlaceResolver {
  const dictionary = siteDictionaries[kind].code;
  const siteOf = async (tx: Tx, code: string): Promise<KnownPlace | null> => {
    const entries = await entriesByCodes(tx, { codes: [dictionary], includeDisabled: false });
    const site = entries[dictionary]?.find(({ entryValue }) => entryValue === code);
    return site ? { id: code, name: site.entryMeaning, orgId: null, cityCode: null, lng: null, lat: null } : null;
  };
  return { kind, byId: siteOf, byCode: siteOf };
}

/** What answers for places until modules above keep them. */
export const firstResolvers = [storeOrganizations, ...siteKinds.map(loadSiteEntries)];

const NOWHERE: KnownPlace = { id: "", name: "", orgId: null, cityCode: null, lng: null, lat: null };

/**
 * Finds a place by its id or code, and refuses an unknown one. On the road and at the owner there is no place to find.
 */
export async function requirePlace(tx: Tx, kind: PlaceKind, idOrCode: string | null): Promise<KnownPlace> {
  if (!resolverOf(tx, kind)) return { ...NOWHERE, id: idOrCode ?? "" };
  const found = idOrCode ? await findPlace(tx, kind, idOrCode) : null;
  if (!found) throw await explainUnknown(tx, kind, idOrCode ?? "");
  return found;
}

/**
 * Refuses a place out of service, for people and files. Reports of the factory and of logistics are facts and do not
 * call this.
 */
export function refuseClosed(place: KnownPlace | null): void {
  if (place?.isClosed) throw carErrors.placeClosed({ name: place.name });
}

async function findPlace(tx: Tx, kind: PlaceKind, idOrCode: string): Promise<KnownPlace | null> {
  const resolver = resolverOf(tx, kind);
  return (await resolver?.byId(tx, idOrCode)) ?? (await resolver?.byCode(tx, idOrCode)) ?? null;
}

/**
 * Names the site if the code belongs to one of another kind. Stores are not named, because not everybody may see them.
 */
async function explainUnknown(tx: Tx, asked: PlaceKind, code: string): Promise<Error> {
  for (const kind of siteKinds) {
    const found = code === "" || kind === asked ? null : await findPlace(tx, kind, code);
    if (found) return carErrors.placeKind({ name: found.name, kind: placeKinds[kind], asked: placeKinds[asked] });
  }
  return carErrors.placeUnknown();
}
