// The SQL of the limit: what the product itself runs for the same calls, recorded and taken apart into text and values.
import assert from "node:assert/strict";
import type { Request } from "./load.ts";
import type { Server } from "./measure.ts";
import { tokenOf } from "./reader.ts";

/** A statement as it left the product. */
export interface Recorded {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Where a value of a statement comes from at each call: text around what was given, made anew, or told by the clock. */
type Piece = string | { readonly given: string } | { readonly newId: number };
type Slot =
  | { readonly fixed: unknown }
  | { readonly given: string }
  | { readonly now: true }
  | { readonly pieces: readonly Piece[] };

interface Statement {
  readonly text: string;
  readonly slots: readonly Slot[];
}

/** The statements of a call, in their order. */
export type Captured = Readonly<Record<CallKind, readonly Statement[]>>;
export type CallKind = "filtered" | "unfiltered" | "detail" | "create";
export type Inputs = Readonly<Record<string, unknown>>;

/** What takes the place of an instant on its way here. */
export const NOW = "«now»";
/** Sessions, rights and what runs in the background cost the product and are no part of the limit. */
const OF_THE_CALL = /"bench_lead"|^\s*insert into "?audit_log\b/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Runs each call twice with other inputs: what stays the same is fixed, all else must follow from the inputs. */
export async function captureProduct(ours: Server, leadIds: readonly string[]): Promise<Captured> {
  const capture = async (calls: readonly [Call, Call], statements: number) => {
    await record(ours, calls[0]); // sessions and rights are read once, and so are the texts made
    const [first, second] = [await record(ours, calls[0]), await record(ours, calls[1])];
    const texts = (recorded: readonly Recorded[]) => recorded.map(({ text }) => text);
    // A statement that is no longer recognised would be left to the product alone, and the ratio would say nothing.
    assert.equal(first.length, statements, `${calls[0].request.path} took\n${texts(first).join("\n")}`);
    assert.deepEqual(texts(first), texts(second));
    const ids = new IdPairs();
    return first.map(({ text, values }, n) => ({
      text,
      slots: values.map((value, at) => slotOf([value, second[n]?.values[at]], [calls[0].inputs, calls[1].inputs], ids)),
    }));
  };
  return {
    filtered: await capture(
      [listCall(1, 20, { status: "FOLLOWING", city: "城市03" }), listCall(3, 30, OTHER_FILTER)],
      2,
    ),
    unfiltered: await capture([listCall(1, 20), listCall(3, 30)], 2),
    detail: await capture([detailCall(leadIds[0] ?? ""), detailCall(leadIds[1] ?? "")], 1),
    create: await capture([createCall(1), createCall(2)], 2),
  };
}

interface Call {
  readonly request: Request;
  readonly inputs: Inputs;
}

const OTHER_FILTER = { status: "POOL", city: "城市04" };

function listCall(pageNo: number, pageSize: number, filter: Record<string, string> = {}): Call {
  const query = new URLSearchParams({ pageNo: String(pageNo), pageSize: String(pageSize), ...filter });
  const request = { method: "GET", path: `/bench/v1/leads?${query}`, token: tokenOf(0) } as const;
  return { request, inputs: listInputs(query) };
}

function detailCall(id: string): Call {
  return { request: { method: "GET", path: `/bench/v1/leads/${id}`, token: tokenOf(0) }, inputs: { id } };
}

/** No two of its values are alike, so that each is found again; the phone is the same once it is masked. */
function createCall(n: number): Call {
  const names = ["leadNo", "customerName", "gender", "city", "level", "status", "source", "model", "remark"];
  const texts = Object.fromEntries(names.map((name) => [name, `${name}-${n}`]));
  const body = { ...texts, phone: `1380${n}001234`, budgetFen: 777_000 + n };
  return { request: { method: "POST", path: "/bench/v1/leads", body, token: tokenOf(0) }, inputs: body };
}

/** What the statements of a list are given by its address. */
export function listInputs(query: URLSearchParams): Inputs {
  const { pageNo = "1", pageSize = "10", ...filter } = Object.fromEntries(query);
  return { ...filter, pageSize: Number(pageSize), offset: (Number(pageNo) - 1) * Number(pageSize) };
}

async function record({ child, port }: Server, { request }: Call): Promise<readonly Recorded[]> {
  await child.ask({ record: "begin" });
  const { method, path, body, token } = request;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: token, applicationid: "1", ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  assert.match(await response.text(), /^\{"success":true/, path);
  const { recorded } = await child.ask<{ recorded: readonly Recorded[] }>({ record: "end" });
  return recorded.filter(({ text }) => OF_THE_CALL.test(text));
}

/** Which new ids of the two calls stand for each other. */
class IdPairs {
  readonly #known: [unknown, unknown][] = [];

  numberOf(pair: readonly [unknown, unknown]): number {
    const found = this.#known.findIndex(([a, b]) => a === pair[0] && b === pair[1]);
    return found >= 0 ? found : this.#known.push([pair[0], pair[1]]) - 1;
  }

  /** The texts of one call that stand for something, with what they stand for. */
  textsOf(call: 0 | 1): [string, Piece][] {
    return this.#known.map((pair, newId) => [String(pair[call]), { newId }]);
  }
}

function slotOf(pair: readonly [unknown, unknown], inputs: readonly [Inputs, Inputs], ids: IdPairs): Slot {
  const [first, second] = pair;
  if (first === NOW) return { now: true };
  const isGiven = (name: string, call: 0 | 1) => String(inputs[call][name]) === String(pair[call]); // numbers travel as text
  const given = Object.keys(inputs[0]).find((name) => isGiven(name, 0) && isGiven(name, 1));
  if (given !== undefined) return { given };
  if (JSON.stringify(first) === JSON.stringify(second)) return { fixed: first };
  assert.ok(
    typeof first === "string" && typeof second === "string",
    `${first} and ${second} do not follow from inputs`,
  );
  if (UUID.test(first) && UUID.test(second)) return { pieces: [{ newId: ids.numberOf([first, second]) }] };
  const piecesOf = (text: string, call: 0 | 1) => split(text, [...ids.textsOf(call), ...textInputs(inputs[call])]);
  const pieces = piecesOf(first, 0);
  assert.deepEqual(pieces, piecesOf(second, 1), "a value does not follow from the inputs of its call");
  return { pieces };
}

function textInputs(inputs: Inputs): [string, Piece][] {
  return Object.entries(inputs).flatMap(([given, value]) => (typeof value === "string" ? [[value, { given }]] : []));
}

function split(text: string, known: readonly (readonly [string, Piece])[]): Piece[] {
  let pieces: Piece[] = [text];
  for (const [part, piece] of known) {
    pieces = pieces.flatMap((one) =>
      typeof one === "string" ? one.split(part).flatMap((rest, n) => (n === 0 ? [rest] : [piece, rest])) : [one],
    );
  }
  return pieces.filter((one) => one !== "");
}

/** The values of a statement for one call. */
export function valuesFor(
  { slots }: Statement,
  { inputs, now, newIds }: { inputs: Inputs; now: Date; newIds: (number: number) => string },
): unknown[] {
  const textOf = (piece: Piece) => {
    if (typeof piece === "string") return piece;
    return "newId" in piece ? newIds(piece.newId) : String(inputs[piece.given]);
  };
  return slots.map((slot) => {
    if ("fixed" in slot) return slot.fixed;
    if ("given" in slot) return inputs[slot.given];
    return "now" in slot ? now : slot.pieces.map(textOf).join("");
  });
}
