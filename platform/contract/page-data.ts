import { z } from "zod";
import { siteRoutes } from "./site-map.ts";
import { maskPersonalData } from "./value/masks.ts";

/**
 * The data of a page in one of its modes: ids, which are required, and words of a list, such as tabs, which are
 * optional. Nothing else is allowed, because addresses are stored, sent and logged and must not contain personal data.
 */
type Fields = Readonly<Record<string, "id" | readonly [string, ...string[]]>>;
type Modes = Readonly<Record<string, Fields>>;

type IdsOf<F extends Fields> = { readonly [K in keyof F as F[K] extends "id" ? K : never]: string };
type WordsOf<F extends Fields> = {
  readonly [K in keyof F as F[K] extends "id" ? never : K]?: F[K][number] & string;
};
type DataOf<M extends Modes> = {
  [K in keyof M & string]: { readonly mode: K } & IdsOf<M[K]> & WordsOf<M[K]>;
}[keyof M & string];

export interface PageData<D> {
  /** The route of the site map, with its `{data}`. */
  readonly path: `/${string}`;
  addressOf(data: D): string;
  /** Reads the data in the last part of an address; null if it is damaged or not declared. */
  read(encoded: string): D | null;
}

/** A page that shows one record. */
export type RecordPage = Pick<PageData<{ readonly mode: "view"; readonly id: string }>, "addressOf">;

/** The digits of a UUID may look like a phone by chance. */
const UUIDS = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
const hasPersonalData = (text: string) => {
  const told = text.replace(UUIDS, "");
  return maskPersonalData(told) !== told;
};

/** An id or a code of ours. Names and texts do not pass, nor do the numbers of people. */
const pageId = z
  .string()
  .regex(/^[\w.:-]{1,64}$/)
  .refine((text) => !hasPersonalData(text));

/**
 * Declares the data in `{data}` of a route by mode (PF-R128): `pageData("/…/{data}", { view: { id: "id" }, create: {}
 * })`. An address without a mode means the first one.
 */
export function pageData<const M extends Modes>(path: `/${string}/{data}`, modes: M): PageData<DataOf<M>> {
  if (!siteRoutes.some((route) => route.path === path)) throw new Error(`${path} is no route of the site map`);
  const schema = z.union(Object.entries(modes).map(([mode, fields], at) => schemaOf(mode, fields, at === 0)));
  const check = (data: unknown) => (schema.safeParse(data).data ?? null) as DataOf<M> | null;
  return {
    path,
    addressOf: (data) => {
      if (check(data) === null) throw new Error(`${path} does not carry ${JSON.stringify(data)}`);
      return path.replace("{data}", () => encodePageData(data));
    },
    read: (encoded) => check(decodePageData(encoded)),
  };
}

function schemaOf(mode: string, fields: Fields, isFirst: boolean) {
  const named = z.literal(mode);
  const carried = Object.entries(fields).map(
    ([key, field]) => [key, field === "id" ? pageId : z.enum(field).optional()] as const,
  );
  return z.strictObject({ mode: isFirst ? named.default(mode) : named, ...Object.fromEntries(carried) });
}

/** Whether the page of this address enters something new, which its title tells before the page is loaded. */
export function isForNew(encoded: string): boolean {
  return Object(decodePageData(encoded)).mode === "create";
}

/** base64url of JSON. */
function encodePageData(data: object): string {
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

function decodePageData(encoded: string): unknown {
  try {
    const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return null; // atob, the decoder and JSON each throw on garbage, which means the same here
  }
}
