import { dayOf, yuan } from "@ops/platform/contract";
import { reachesRecord, type Tx } from "@ops/platform/server";
import { assertSellable, lookupConfigs, type Quote } from "@ops/vehicle/server";
import {
  carKinds,
  isDeduction,
  isOfCar,
  type LineKind,
  lineKinds,
  orderErrors,
  policyErrors,
  policyKinds,
  type TypedLine,
} from "../../contract/index.ts";
import { findRow, findRows } from "../database.ts";
import type { PolicyRow } from "../policy/tables.ts";

const CORRECT = "order:price:correct";

export interface Choice {
  readonly seriesId: string;
  readonly carConfigId: string | null;
  readonly optionCodes: readonly string[];
  readonly extColor: string | null;
  readonly intColor: string | null;
}

export interface NewLine {
  readonly kind: LineKind;
  readonly name: string;
  readonly amountFen: number;
  readonly policyId: string | null;
}

export interface Priced {
  readonly lines: readonly NewLine[];
  /** The sum of the lines; without a configuration nothing is known but the deposit (OR-R3). */
  readonly totalFen: number | null;
  /** What the choice is called and compared by. */
  readonly chosen: {
    readonly configKey: string | null;
    readonly extColorName: string | null;
    readonly intColorName: string | null;
    readonly optionNames: string[];
  };
}

/** Nothing is chosen yet, so that nothing has a price. */
export const UNPRICED: Priced = {
  lines: [],
  totalFen: null,
  chosen: { configKey: null, extColorName: null, intColorName: null, optionNames: [] },
};

/** Calculates the price of a choice: the car by its quote, the other lines as typed and allowed (OR-R2). */
export async function priceOf(
  tx: Tx,
  { storeId, ...choice }: Choice & { readonly storeId: string },
  typed: readonly TypedLine[],
): Promise<Priced> {
  if (choice.carConfigId === null) {
    if (typed.length > 0) throw orderErrors.choice(undefined, { field: "carConfigId" });
    return UNPRICED;
  }
  const quote = await quoteOf(tx, { ...choice, carConfigId: choice.carConfigId });
  const lines = [...quotedLines(quote), ...(await allowedLines(tx, { storeId, seriesId: choice.seriesId }, typed))];
  const totalFen = lines.reduce((sum, { amountFen }) => sum + amountFen, 0);
  if (totalFen < 0) throw orderErrors.priceBelow();
  return { lines, totalFen, chosen: wordsOf(quote, choice) };
}

type Configured = Choice & { readonly carConfigId: string };

/** A colour that is not chosen yet is left to the quote, which says what is missing. */
async function quoteOf(tx: Tx, { seriesId, carConfigId, optionCodes, extColor, intColor }: Configured): Promise<Quote> {
  const config = (await lookupConfigs(tx, [carConfigId])).get(carConfigId);
  if (config?.seriesId !== seriesId) throw orderErrors.seriesConfig(undefined, { field: "carConfigId" });
  return assertSellable(tx, {
    carConfigId,
    optionCodes: [...optionCodes],
    extColor: extColor ?? "",
    intColor: intColor ?? "",
  });
}

/** The lines of the car, as an order keeps them. */
export const quotedLines = ({ lines }: Quote): NewLine[] =>
  lines.map(({ kind, itemName, amountFen }) => ({ kind, name: itemName, amountFen, policyId: null }));

type Named = Pick<Choice, "extColor" | "intColor" | "optionCodes">;

/** What a choice is called and compared by. */
export function wordsOf({ lines, configKey }: Quote, { extColor, intColor, optionCodes }: Named): Priced["chosen"] {
  const nameOf = (code: string | null) => lines.find(({ itemCode }) => itemCode === code)?.itemName ?? code;
  return {
    configKey,
    extColorName: nameOf(extColor),
    intColorName: nameOf(intColor),
    optionNames: optionCodes.map((code) => nameOf(code) ?? code),
  };
}

interface Sold {
  readonly storeId: string;
  readonly seriesId: string;
}

/** The typed lines as they are stored, each within its policy. */
export async function allowedLines(tx: Tx, sold: Sold, typed: readonly TypedLine[]): Promise<NewLine[]> {
  const lines: NewLine[] = [];
  for (const line of typed) {
    const policy = await policyOf(tx, sold, line);
    const { kind, amountFen } = line;
    if (policy && amountFen > policy.limitFen && !(await mayCorrect(tx, sold.storeId))) {
      throw orderErrors.priceLimit({ amount: yuan(policy.limitFen) });
    }
    lines.push({
      kind,
      name: line.name || policy?.name || lineKinds[kind],
      amountFen: isDeduction(kind) ? -amountFen : amountFen,
      policyId: policy?.id ?? null,
    });
  }
  return lines;
}

/** The policy of a line, which must be in force for the series today. What is typed freely names none. */
async function policyOf(tx: Tx, { seriesId }: Sold, { kind, policyId }: TypedLine): Promise<PolicyRow | null> {
  if (kind === "PACK") {
    if (policyId !== undefined) throw orderErrors.linePack({ kind: lineKinds[kind] });
    return null;
  }
  const policy = policyId === undefined ? undefined : await findRow(tx, "salesPolicy", { id: policyId });
  if (!policy) throw orderErrors.linePolicy({ kind: lineKinds[kind] });
  if (policy.kind !== kind) throw policyErrors.policyKind({ name: policy.name, kind: policyKinds[kind] });
  const today = dayOf(tx.now);
  const isInForce =
    policy.status === "ENABLED" && policy.validFrom <= today && (policy.validTo === null || policy.validTo >= today);
  const isForSeries = policy.seriesIds.length === 0 || policy.seriesIds.includes(seriesId);
  if (!isInForce || !isForSeries) throw policyErrors.policyOff({ name: policy.name });
  return policy;
}

/** Tells whether the writer may correct prices at the store. */
async function mayCorrect(tx: Tx, storeId: string): Promise<boolean> {
  const { actor } = tx;
  return actor.can(CORRECT) && reachesRecord(tx, { actor, permission: CORRECT }, { bizType: "store", id: storeId });
}

/** The typed lines of an order as they were typed, to compare them with new ones. */
export async function typedLinesOf(tx: Tx, orderId: string): Promise<TypedLine[]> {
  const lines = await findRows(tx, "orderPriceLine", { orderId }, "no");
  return lines.flatMap(({ kind, name, amountFen, policyId }) =>
    isOfCar(kind) ? [] : [{ kind, name, amountFen: Math.abs(amountFen), ...(policyId === null ? {} : { policyId }) }],
  );
}

/** The lines of the car itself, as they were quoted. */
export async function carLinesOf(tx: Tx, orderId: string): Promise<NewLine[]> {
  const lines = await findRows(tx, "orderPriceLine", { orderId, kind: carKinds }, "no");
  return lines.map(({ kind, name, amountFen, policyId }) => ({ kind, name, amountFen, policyId }));
}
