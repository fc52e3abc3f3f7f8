import { createHash } from "node:crypto";
import type { Endpoint } from "@ops/platform/contract";
import fc from "fast-check";
import { z } from "zod";
import {
  contentTypes,
  hostileBodies,
  hostileHeaders,
  hostileNames,
  hostilePathPieces,
  hostileQueries,
  hostileValues,
  jsonOf,
  Raw,
} from "./hostile.ts";
import { type Input, validLikeInput } from "./valid-like.ts";
import type { Sent } from "./wire.ts";

/** The seed of the random cases. Set SEED to repeat them. */
export const seed = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));

const json = { "content-type": "application/json" };

/** Makes the call that a normal client would send with this input. */
export function callOf({ method, path }: Endpoint, { params, query, body }: Input): Sent {
  const filled = path.replace(/\{(\w+)\}/g, (_hole, name: string) => escapeText(textOf(params[name])));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one) => `${escapeText(name)}=${escapeText(textOf(one))}`),
  );
  const address = pairs.length > 0 ? `${filled}?${pairs.join("&")}` : filled;
  return { method, path: address, headers: body ? json : {}, body: body && jsonOf(body) };
}

export function validLikeCalls(endpoint: Endpoint, known: readonly string[], count: number): Sent[] {
  return validLikeInputs(endpoint, known, count).map((input) => callOf(endpoint, input));
}

export function validLikeInputs(endpoint: Endpoint, known: readonly string[], count: number): Input[] {
  return fc.sample(validLikeInput(endpoint, known), { numRuns: count, seed: seedOf(endpoint, "valid") });
}

export function hostileCalls(endpoint: Endpoint, known: readonly string[], count: number): Sent[] {
  const base = validLikeInput(endpoint, known);
  const hasInput = Boolean(endpoint.params ?? endpoint.query ?? endpoint.body);
  const bent = fc.oneof(
    ...(hasInput ? [{ weight: 10, arbitrary: withValue(endpoint, base) }] : []),
    { weight: 3, arbitrary: withExtra(endpoint, base) },
    { weight: 3, arbitrary: withBody(endpoint, base) },
    { weight: 3, arbitrary: withQuery(endpoint, base) },
    { weight: 2, arbitrary: withHeaders(endpoint, base) },
    ...(endpoint.params ? [{ weight: 3, arbitrary: withPath(endpoint, base) }] : []),
  );
  return fc.sample(bent, { numRuns: count, seed: seedOf(endpoint, "hostile") });
}

/**
 * Makes changes that put hostile values into every property, one at a time, of an otherwise right input. Each run uses
 * a random third of the texts; set SEED to repeat it.
 */
export function everyBend(endpoint: Endpoint): ((input: Input) => Sent)[] {
  return placesOf(endpoint).flatMap((place) =>
    [...hostileValues, undefined]
      .map((value, number) => ({ value, number }))
      .filter(
        ({ value, number }) => typeof value !== "string" || isDrawn(endpoint, `${place.part} ${place.name} ${number}`),
      )
      .filter((one) => !isRefusedAgain(endpoint, place, one))
      .map(
        ({ value }) =>
          (input: Input) =>
            callOf(endpoint, bentAt(input, [[place, value]])),
      ),
  );
}

const isDrawn = (endpoint: Endpoint, kind: string): boolean => Math.abs(seedOf(endpoint, kind)) % 3 === 0;

const refused = new Set<string>();

/**
 * Tells whether the schema refuses a value that was already sent. Refused values never reach a handler, and all
 * endpoints refuse them with the same code, so each is sent once per part of a call and type of schema.
 */
function isRefusedAgain(
  endpoint: Endpoint,
  { part, name }: PropertyPlace,
  { value, number }: { value: unknown; number: number },
): boolean {
  const schema = endpoint[part]?.shape[name];
  if (!(schema instanceof z.ZodType) || schema.safeParse(asReceived(part, value)).success) return false;
  const known = `${part} ${schema.def.type} ${number}`;
  if (refused.has(known)) return true;
  refused.add(known);
  return false;
}

/** Converts a value as the server receives it: as text in an address, as the meaning of its JSON in a body. */
function asReceived(part: PropertyPlace["part"], value: unknown): unknown {
  if (value === undefined) return undefined;
  if (part === "body") return value instanceof Raw ? JSON.parse(value.text) : value;
  return Array.isArray(value) ? (value.length === 1 ? textOf(value[0]) : value.map(textOf)) : textOf(value);
}

interface PropertyPlace {
  readonly part: "params" | "query" | "body";
  readonly name: string;
}

function placesOf(endpoint: Endpoint): PropertyPlace[] {
  return (["params", "query", "body"] as const).flatMap((part) =>
    Object.keys(endpoint[part]?.shape ?? {}).map((name) => ({ part, name })),
  );
}

function bentAt(input: Input, bends: readonly (readonly [PropertyPlace, unknown])[]): Input {
  const bent = structuredClone(input);
  for (const [{ part, name }, value] of bends) {
    const target = bent[part];
    if (target) Object.defineProperty(target, name, { value, enumerable: true, configurable: true, writable: true });
  }
  return bent;
}

type Base = fc.Arbitrary<Input>;
const oneOf = <T>(list: readonly T[]) => fc.constantFrom(...list);

/** Puts hostile values into one or two properties, or removes them. */
function withValue(endpoint: Endpoint, base: Base): fc.Arbitrary<Sent> {
  const bend = fc.tuple(oneOf(placesOf(endpoint)), oneOf([...hostileValues, undefined]));
  const bends = fc.array(bend, { minLength: 1, maxLength: 2 });
  return fc.tuple(base, bends).map(([input, changes]) => callOf(endpoint, bentAt(input, changes)));
}

function withExtra(endpoint: Endpoint, base: Base): fc.Arbitrary<Sent> {
  return fc.tuple(base, oneOf(hostileNames), oneOf(hostileValues)).map(([input, name, value]) => {
    const extra = { [name]: value };
    const isBody = endpoint.method !== "GET";
    const bent = isBody
      ? { ...input, body: { ...input.body, ...extra } }
      : { ...input, query: { ...input.query, ...extra } };
    return callOf(endpoint, bent);
  });
}

function withBody(endpoint: Endpoint, base: Base): fc.Arbitrary<Sent> {
  return fc.tuple(base, fc.option(oneOf(hostileBodies)), oneOf(contentTypes)).map(([input, body, type]) => {
    const call = callOf(endpoint, input);
    return { ...call, headers: { ...call.headers, "content-type": type }, body: body ?? call.body ?? "{}" };
  });
}

function withQuery(endpoint: Endpoint, base: Base): fc.Arbitrary<Sent> {
  return fc.tuple(base, oneOf(hostileQueries)).map(([input, query]) => {
    const call = callOf(endpoint, { ...input, query: {} });
    return { ...call, path: call.path + query };
  });
}

function withHeaders(endpoint: Endpoint, base: Base): fc.Arbitrary<Sent> {
  return fc.tuple(base, oneOf(hostileHeaders)).map(([input, headers]) => {
    const call = callOf(endpoint, input);
    return { ...call, headers: { ...call.headers, ...headers } };
  });
}

function withPath(endpoint: Endpoint, base: Base): fc.Arbitrary<Sent> {
  return fc.tuple(base, oneOf(hostilePathPieces)).map(([input, piece]) => {
    const path = endpoint.path.replace(/\{\w+\}/g, piece);
    return { ...callOf(endpoint, input), path };
  });
}

function textOf(value: unknown): string {
  if (value instanceof Raw) return value.text;
  return typeof value === "object" && value !== null ? jsonOf(value) : String(value);
}

/** Escapes a text. Long texts are cut, because every server refuses an address of 16 kB before it is read. */
function escapeText(text: string): string {
  return encodeURIComponent(text.slice(0, 1_500).toWellFormed());
}

/** Each endpoint has its own seed, so that a new one does not change the cases of the others. */
function seedOf({ method, path }: Endpoint, kind: string): number {
  return createHash("sha256").update(`${seed} ${kind} ${method} ${path}`).digest().readInt32BE();
}
