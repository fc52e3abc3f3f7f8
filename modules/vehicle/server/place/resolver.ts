import { findOrganization, followMerges } from "@ops/authority/server";
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
  /** It is out of service: no hand and no file puts cars there any more. */
  readonly isClosed?: boolean;
}

/** Only reads, and is asked before a car is locked (VE-R9). */
export interface PlaceResolver {
  byId(tx: Tx, id: string): Promise<KnownPlace | null>;
  byCode(tx: Tx, code: string): Promise<KnownPlace | null>;
}

const UUID = /^[0-9a-f-]{36}$/;

/** Stores are organisations of that type, until a module keeps stores; one that was merged is the one that it became. */
export const storeOrganizations: PlaceResolver = {
  byId: async (tx, id) => (UUID.test(id) ? storeOf(tx, await findOrganization(tx, { id })) : null),
  byCode: async (tx, code) => storeOf(tx, await findOrganization(tx, { code })),
};

type Organization = NonNullable<Awaited<ReturnType<typeof findOrganization>>>;

const isStore = ({ type }: Organization): boolean => type === "STORE" || type === "DELIVERY";

/** Where no cars can stand at what it became, they stay at the closed store, and the people there see them. */
async function storeOf(tx: Tx, asked: Organization | null): Promise<KnownPlace | null> {
  if (!asked || !isStore(asked)) return null;
  const became = (await followMerges(tx, [asked.id])).get(asked.id) ?? asked;
  const { id, name, regionCode, status } = isStore(became) ? became : asked;
  const cityCode = regionCode ? `${regionCode.slice(0, 4)}00` : null;
  return { id, name, orgId: became.id, cityCode, lng: null, lat: null, isClosed: status === "DISABLED" };
}

/** Where a car stood, as its row or its log has it. */
interface KeptPlace {
  readonly placeKind: PlaceKind;
  readonly placeId: string | null;
  readonly placeName: string | null;
  readonly placeOrgId: string | null;
}

type Located = Pick<KnownPlace, "cityCode" | "lng" | "lat">;

/** A place of the past, as it has to be written today: of what was merged since, the organisation that it became (AU-R42). */
export async function renewPlace<P extends KeptPlace>(tx: Tx, kept: P): Promise<P & Partial<Located>> {
  const { placeKind: kind, placeId, placeOrgId } = kept;
  const store = kind === "STORE" && placeId ? await storeOrganizations.byId(tx, placeId) : null;
  if (store && store.id !== placeId) {
    const { id, name, orgId, cityCode, lng, lat } = store;
    return { ...kept, placeId: id, placeName: name, placeOrgId: orgId, cityCode, lng, lat };
  }
  const became = placeOrgId ? (await followMerges(tx, [placeOrgId])).get(placeOrgId) : null;
  return { ...kept, placeOrgId: became?.id ?? placeOrgId };
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

/** A place out of service takes no more cars by hand or by file; what the factory and logistics tell of it is a fact. */
export function refuseClosed(place: KnownPlace | null): void {
  if (place?.isClosed) throw carErrors.placeClosed({ name: place.name });
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
