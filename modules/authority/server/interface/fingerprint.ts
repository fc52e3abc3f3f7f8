import { createHash } from "node:crypto";
import { type Endpoint, titleOf } from "@ops/platform/contract";
import { z } from "zod";
import { keyOf } from "./described.ts";

/** The last answer: a start asks twice, and so do many nodes in one process. */
let last: { readonly endpoints: readonly Endpoint[]; readonly fingerprint: string } | null = null;

/**
 * Changes whenever an endpoint is added, removed, renamed, guarded by another code or takes another input. It reads
 * each declared schema once, which takes a twentieth of the time of describing them all at every start.
 */
export function fingerprintOf(endpoints: readonly Endpoint[]): string {
  const isSame =
    last?.endpoints.length === endpoints.length && endpoints.every((one, at) => one === last?.endpoints[at]);
  const { fingerprint } = last && isSame ? last : { fingerprint: fingerprintAnew(endpoints) };
  last = { endpoints, fingerprint };
  return fingerprint;
}

function fingerprintAnew(endpoints: readonly Endpoint[]): string {
  const texts: string[] = []; // hashed together at the end, because each step of a hash takes longer than the text
  const numbers = new Map<object, number>();
  for (const endpoint of endpoints.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))) {
    const { permission, params, query, body } = endpoint;
    write([keyOf(endpoint), permission, titleOf(endpoint), params, query, body], { texts, numbers });
  }
  return createHash("sha256").update(texts.join("")).digest("base64url");
}

interface Writing {
  readonly texts: string[];
  /** Schemas that were already written, numbered in the order in which they came. */
  readonly numbers: Map<object, number>;
}

function write(value: unknown, writing: Writing): void {
  if (isDeclared(value)) writeDeclared(value, writing);
  else if (value instanceof RegExp) writing.texts.push(`/${value.source}/${value.flags}`);
  else if (value instanceof Date) writing.texts.push(value.toISOString());
  else if (value instanceof Map || value instanceof Set) write([...value], writing);
  else if (typeof value === "object" && value !== null) writeEntries(value, writing);
  else if (typeof value !== "function") writing.texts.push(`${typeof value} ${String(value)};`);
}

function writeEntries(value: object, writing: Writing): void {
  writing.texts.push("{");
  for (const [name, inner] of Object.entries(value)) {
    writing.texts.push(`${name}:`);
    write(inner, writing);
  }
  writing.texts.push("}");
}

type Declared = z.core.$ZodType | z.core.$ZodCheck;

const isDeclared = (value: unknown): value is Declared =>
  value instanceof z.core.$ZodType || value instanceof z.core.$ZodCheck;

function writeDeclared(declared: Declared, writing: Writing): void {
  const number = writing.numbers.get(declared);
  if (number !== undefined) {
    writing.texts.push(`#${number};`);
    return;
  }
  writing.numbers.set(declared, writing.numbers.size);
  if (declared instanceof z.core.$ZodType) write(z.globalRegistry.get(declared), writing);
  // a lazy schema stores its target in its definition once it has been used, so that hash would not be stable
  if (declared instanceof z.ZodLazy) write(declared.unwrap(), writing);
  else writeEntries(declared._zod.def, writing);
}
