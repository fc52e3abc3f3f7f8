import type { Listing, Pointer, Promises } from "@ops/authority/server/testing";
import { type Endpoint, listApprovalChains, listRecordLogs } from "@ops/platform/contract";
import { z } from "zod";
import { allPromises } from "./promises.ts";

/** Merges the tables of all modules. Two modules must not describe the same call. */
function mergePromises<T>(
  part: (promises: Promises) => Readonly<Record<string, T>> | undefined,
): Readonly<Record<string, T>> {
  const entries = allPromises.flatMap((one) => Object.entries(part(one) ?? {}));
  const all = Object.fromEntries(entries);
  if (Object.keys(all).length < entries.length) throw new Error("two modules promise something about the same call");
  return all;
}

const kindByPath = mergePromises(({ paths }) => paths);
const namedInside = mergePromises(({ namedInside }) => namedInside);
const roleOnly = mergePromises(({ roleOnly }) => roleOnly);
const logs = mergePromises(({ logs }) => logs);
export const listings: Readonly<Record<string, Listing>> = mergePromises((promises) => promises.listings);
export const uncompared = mergePromises((promises) => promises.uncompared);
export const refusedAs = mergePromises((promises) => promises.refusedAs);

const upToHole = (path: string) => path.slice(0, path.indexOf("}") + 1);
export const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;

const byRecord: readonly Asked[] = Object.entries(logs).map(([bizType, [kind, code]]) => ({
  code,
  pointer: { part: "params", name: "bizId", kind },
  fixed: { bizType },
}));

/**
 * Calls without a code of their own. For each kind of record they need the code and scope of reading it (PF-R99,
 * PF-R117).
 */
const governed: Readonly<Record<string, readonly Asked[]>> = {
  [keyOf(listRecordLogs)]: byRecord,
  [keyOf(listApprovalChains)]: byRecord,
};

/** One way in which an endpoint names a record, and the code that allows it. */
export interface Asked {
  readonly code: string;
  readonly pointer: Pointer;
  /** Other parts of the path. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Whether everybody may ask about themselves, whatever the scope is. */
  readonly ownIsOpen?: true;
}

export const isGoverned = (endpoint: Endpoint) => keyOf(endpoint) in governed;

export function askedBy(endpoint: Endpoint): readonly Asked[] {
  const known = governed[keyOf(endpoint)];
  if (known || !endpoint.permission.includes(":")) return known ?? [];
  return (pointersOf(endpoint) ?? []).map((pointer) => ({ code: endpoint.permission, pointer }));
}

/** Finds the records that a call names; null if no table tells what its path names. */
export function pointersOf(endpoint: Endpoint): readonly Pointer[] | null {
  const inside = namedInside[keyOf(endpoint)] ?? [];
  const [hole] = Object.keys(endpoint.params?.shape ?? {});
  if (hole === undefined) return inside;
  if (isGoverned(endpoint)) return inside;
  const kind = kindByPath[upToHole(endpoint.path)];
  if (kind) return [{ part: "params", name: hole, kind }, ...inside];
  return upToHole(endpoint.path) in roleOnly ? inside : null;
}

/** Tells whether the answer has rows with an id. */
export function isList({ answer, method, permission }: Endpoint): boolean {
  if (!answer || method !== "GET" || !permission.includes(":")) return false;
  const text = JSON.stringify(z.toJSONSchema(answer, { io: "output", unrepresentable: "any" }));
  return /"(list|nodes)":\{"type":"array"|^\{[^{]*"type":"array"/.test(text) && /"(id|userId)":\{/.test(text);
}
