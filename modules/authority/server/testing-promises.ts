import type { CallInput, Endpoint } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import type { AuthorityTestApp } from "./testing.ts";
import type { GivenOrganization } from "./testing-data.ts";

/** What a caller adds to a call: a token at the console, a cookie at the portal, nothing. */
export type Credentials = Readonly<Record<string, string>>;

/** The whole product, as the tests over all endpoints start it. */
export interface ProductApp extends AuthorityTestApp {
  /** Somebody signed in who holds every right that there is. */
  administrator(host: "console" | "portal"): Promise<Credentials>;
}

/** Where a record stands, seen from the person who calls. */
export const places = [
  "own",
  "home",
  "child",
  "foreign",
  "custom",
  "below custom",
  "custom alone",
  "below custom alone",
  "nowhere",
  "deleted",
  "missing",
] as const;
export type Place = (typeof places)[number];

/** Places of records that are seen by data scope and are never deleted. */
export const scopedPlaces: readonly Place[] = places.filter((place) => place !== "deleted");

type Organizations = Readonly<
  Record<"home" | "child" | "foreign" | `custom${string}` | `below${string}`, GivenOrganization>
>;

/** The organisations that everybody works in, and the role that everybody may hand on. */
export interface PromiseGround {
  readonly app: ProductApp;
  readonly at: Organizations;
  readonly lent: { readonly id: string };
  /** One that everybody who is signed in may call. */
  readonly interfaceId: string;
}

/** Whoever calls, with a session. */
export interface PromiseCaller {
  readonly userId: string;
  readonly sessionId: string;
  readonly membershipId: string;
}

export function organizationOf({ at }: Pick<PromiseGround, "at">, place: Place): GivenOrganization {
  if (place === "own" || place === "deleted") return at.home;
  if (place === "nowhere" || place === "missing") return at.foreign;
  return at[place] ?? at.foreign;
}

/** How a kind of record is arranged, and where its data scope comes from. */
export interface Kind {
  readonly places: readonly Place[];
  /** A new record at this place, as the path names it. */
  make(ground: PromiseGround, place: Place, caller: PromiseCaller): Promise<string>;
  /** All records there are, read from the tables: `id, exists, organizationIds, ownerId`. */
  readonly facts: string;
}

/** Kinds that are the same for the whole brand: a record is only there or not there. */
export function unscoped(table: string, make: (ground: PromiseGround) => Promise<string>, key = "id"): Kind {
  return {
    places: ["home", "missing"],
    make: async (ground, place) => (place === "missing" ? newId() : make(ground)),
    facts: `select ${key}::text as id, true as exists, '{}'::uuid[] as "organizationIds", null as "ownerId", true as everywhere
      from ${table}`,
  };
}

/** Kinds whose records belong to the organisation that their column `org_id` names. */
export function ofOrganization(table: string, make: (app: ProductApp, orgId: string) => Promise<string>): Kind {
  return {
    places: scopedPlaces.filter((place) => place !== "nowhere"),
    make: async (ground, place) => (place === "missing" ? newId() : make(ground.app, organizationOf(ground, place).id)),
    facts: `select id::text as id, true as exists, array[org_id] as "organizationIds", null as "ownerId", false as everywhere
      from ${table}`,
  };
}

/** A place in a call that names a record. */
export interface Pointer<K extends string = string> {
  readonly part: "params" | "query" | "body";
  readonly name: string;
  readonly kind: K;
  /** A list of such records, here of one. */
  readonly many?: true;
}

/** What a list shows: exactly what the caller may see of a kind, or nothing beyond it. */
export interface Listing<K extends string = string> {
  readonly kind: K;
  readonly id?: string;
  /** A filter of its own leaves some out; none may be there that should not. */
  readonly partly?: true;
  readonly input?: (ground: PromiseGround) => { params?: Record<string, string>; query?: Record<string, string> };
}

type ByCall<T> = Readonly<Record<string, T>>;

/** What the tests over all endpoints cannot guess of a module. Calls are named as `GET /vehicle/v1/cars`. */
export interface Promises<K extends string = string> {
  readonly kinds: Readonly<Record<K, Kind>>;
  /** The kind of record that a path names, up to its first hole. */
  readonly paths: Readonly<Record<string, NoInfer<K>>>;
  /** Paths with a hole that get the dimension of roles only, and why. */
  readonly roleOnly?: Readonly<Record<string, string>>;
  /** Records that are named in the query or the body, and that somebody out of scope must not reach that way. */
  readonly namedInside?: ByCall<readonly Pointer<NoInfer<K>>[]>;
  /** The log of each table that can be read: the kind of its records and the code that opens it. */
  readonly logs?: Readonly<Record<string, readonly [kind: NoInfer<K>, code: string]>>;
  readonly listings?: ByCall<Listing<NoInfer<K>>>;
  /** Lists of records that are not compared, and why. */
  readonly uncompared?: ByCall<string>;
  /** Refusals other than COMMON_NOT_FOUND that a rule gives for records out of reach, without telling whether they exist. */
  readonly refusedAs?: ByCall<readonly string[]>;
}

/** What `server/promises.ts` of a module exports as `promises`. */
export function promisesOf<K extends string>(promises: Promises<K>): Promises<K> {
  return promises;
}

export interface Example {
  readonly input: { readonly params?: object; readonly query?: object; readonly body?: object };
  /** Who calls; an administrator when nobody is named. */
  readonly credentials?: Credentials;
}

const examples = new Map<Endpoint, (app: ProductApp) => Promise<Example>>();

/** How to call a write so that it succeeds, where that cannot be guessed from its schemas. */
export function exampleOf(endpoint: Endpoint): ((app: ProductApp) => Promise<Example>) | undefined {
  return examples.get(endpoint);
}

export function example<E extends Endpoint>(
  endpoint: E,
  make: (app: ProductApp) => Promise<{ input: NoInfer<CallInput<E>>; credentials?: Credentials }>,
): void {
  examples.set(endpoint, async (app) => {
    const { input, ...rest } = await make(app);
    return { ...rest, input: Object(input) };
  });
}
