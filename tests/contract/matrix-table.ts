import type { Listing, Pointer, Promises } from "@ops/authority/server/testing";
import { type Endpoint, listRecordLogs } from "@ops/platform/contract";
import { z } from "zod";
import { allPromises } from "./promises.ts";

/** One table of all modules; no two of them tell about the same call. */
function merged<T>(part: (promises: Promises) => Readonly<Record<string, T>> | undefined): Readonly<Record<string, T>> {
  const entries = allPromises.flatMap((one) => Object.entries(part(one) ?? {}));
  const all = Object.fromEntries(entries);
  if (Object.keys(all).length < entries.length) throw new Error("two modules promise something about the same call");
  return all;
}

const kindByPath = merged(({ paths }) => paths);
const namedInside = merged(({ namedInside }) => namedInside);
const roleOnly = merged(({ roleOnly }) => roleOnly);
const logs = merged(({ logs }) => logs);
export const listings: Readonly<Record<string, Listing>> = merged((promises) => promises.listings);
export const uncompared = merged((promises) => promises.uncompared);
export const refusedAs = merged((promises) => promises.refusedAs);

const upToHole = (path: string) => path.slice(0, path.indexOf("}") + 1);
export const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Calls that need no code of their own: what they show of a kind asks for the code and the scope of reading it (PF-R99). */
const governed: Readonly<Record<string, readonly Asked[]>> = {
  [keyOf(listRecordLogs)]: Object.entries(logs).map(([bizType, [kind, code]]) => ({
    code,
    pointer: { part: "params", name: "bizId", kind },
    fixed: { bizType },
  })),
};

/** One way in which an endpoint names a record, and the code that opens it. */
export interface Asked {
  readonly code: string;
  readonly pointer: Pointer;
  /** Other parts of the path. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Everybody may ask about himself, whatever the scope says. */
  readonly ownIsOpen?: true;
}

export const isGoverned = (endpoint: Endpoint) => keyOf(endpoint) in governed;

export function askedBy(endpoint: Endpoint): readonly Asked[] {
  const known = governed[keyOf(endpoint)];
  if (known || !endpoint.permission.includes(":")) return known ?? [];
  return (pointersOf(endpoint) ?? []).map((pointer) => ({ code: endpoint.permission, pointer }));
}

/** The records that a call names; null when nobody has said what its path names. */
export function pointersOf(endpoint: Endpoint): readonly Pointer[] | null {
  const inside = namedInside[keyOf(endpoint)] ?? [];
  const [hole] = Object.keys(endpoint.params?.shape ?? {});
  if (hole === undefined) return inside;
  if (isGoverned(endpoint)) return inside;
  const kind = kindByPath[upToHole(endpoint.path)];
  if (kind) return [{ part: "params", name: hole, kind }, ...inside];
  return upToHole(endpoint.path) in roleOnly ? inside : null;
}

/** Whether the answer holds rows with an id. */
export function isList({ answer, method, permission }: Endpoint): boolean {
  if (!answer || method !== "GET" || !permission.includes(":")) return false;
  const text = JSON.stringify(z.toJSONSchema(answer, { io: "output", unrepresentable: "any" }));
  return /"(list|nodes)":\{"type":"array"|^\{[^{]*"type":"array"/.test(text) && /"(id|userId)":\{/.test(text);
}
