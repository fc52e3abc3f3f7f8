import { createHash } from "node:crypto";
import type { SoldConfig, SoldItem, SoldPrice } from "./sold-config.ts";

/** Options and colours that somebody chose for a configuration. */
export interface Choice {
  readonly optionCodes: readonly string[];
  readonly extColor: string | null;
  readonly intColor: string | null;
}

export interface QuoteLine {
  readonly kind: "BASE" | "OPTION" | "COLOR";
  readonly itemCode: string;
  readonly itemName: string;
  readonly amountFen: number;
  readonly priceId: string | null;
}

export interface Quoted {
  readonly sellable: boolean;
  /** The first reason against a sale; empty if there is none. */
  readonly reason: string;
  readonly lines: QuoteLine[];
  readonly sumFen: number;
  readonly configKey: string;
}

/** Makes the price lines and tells whether the choice may be sold at that time (VE-R4, VE-R6). */
export function calculateQuote(config: SoldConfig, choice: Choice, at: Date): Quoted {
  const chosen = chosenOf(choice);
  const brought = new Set(chosen.flatMap((code) => config.items.get(code)?.contains ?? []));
  const priced = chosen.map((code) => lineOf(config, { code, isBrought: brought.has(code), at }));
  const base = priceAt(config.prices, { kind: "BASE", itemCode: "", at });
  const lines = [
    ...(base ? [{ kind: "BASE" as const, itemCode: "", itemName: "基础价", ...amountOf(base) }] : []),
    ...priced.flatMap((line) => line ?? []),
  ];
  const unpriced = base ? chosen.find((_code, place) => priced[place] === null) : "";
  const reason =
    explainNotSold(config, at) ??
    explainNotChosen(config, chosen, at) ??
    explainNotTogether(config, chosen, at) ??
    explainNotColored(config, chosen) ??
    (unpriced === undefined
      ? ""
      : unpriced === ""
        ? "没有生效的基础价"
        : `「${nameOf(config, unpriced)}」没有生效的价格`);
  const sumFen = lines.reduce((sum, { amountFen }) => sum + amountFen, 0);
  return { sellable: reason === "", reason, lines, sumFen, configKey: configKey(config, choice) };
}

/**
 * Makes the key of equal cars: packages count as their options, and neither order nor standard items matter (VE-R5).
 */
export function configKey(config: SoldConfig, { optionCodes, extColor, intColor }: Choice): string {
  const single = optionCodes.flatMap((code) => {
    const contains = config.items.get(code)?.contains ?? [];
    return contains.length > 0 ? contains : [code];
  });
  const special = [...new Set(single)].filter((code) => config.items.get(code)?.mode !== "STANDARD").sort();
  const text = [config.seriesCode, config.configCode, special.join(","), extColor ?? "", intColor ?? ""].join("|");
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

const chosenOf = ({ optionCodes, extColor, intColor }: Choice): string[] =>
  [...new Set([extColor, intColor, ...optionCodes])].filter((code) => code !== null);

const nameOf = (config: SoldConfig, code: string) => config.items.get(code)?.itemName ?? code;

const holdsAt = (from: Date | null, to: Date | null, at: Date) =>
  (from === null || from <= at) && (to === null || at < to);

const isOffered = (item: SoldItem | undefined, at: Date): item is SoldItem =>
  item?.isEnabled === true && item.mode !== "BLOCKED" && holdsAt(item.validFrom, item.validTo, at);

/** Lists what can be chosen for the configuration at that time, each with its own price. */
export function offeredItems(config: SoldConfig, at: Date) {
  return [...config.items.values()]
    .filter((item) => isOffered(item, at))
    .map(({ itemKind, itemCode, itemName, side, hex, mode, requires, excludes }) => ({
      itemKind,
      itemCode,
      itemName,
      side,
      hex,
      isStandard: mode === "STANDARD",
      requires: [...requires],
      excludes: [...excludes],
      amountFen: lineOf(config, { code: itemCode, isBrought: false, at })?.amountFen ?? null,
    }));
}

function explainNotSold({ disabled, onSaleFrom, onSaleTo }: SoldConfig, at: Date): string | null {
  if (disabled) return disabled === "配置" ? "配置未启用" : `${disabled}已停用`;
  return holdsAt(onSaleFrom, onSaleTo, at) ? null : "不在在售期内";
}

function explainNotChosen(config: SoldConfig, chosen: readonly string[], at: Date): string | null {
  const missing = chosen.find((code) => !isOffered(config.items.get(code), at));
  return missing === undefined ? null : `「${nameOf(config, missing)}」不可选`;
}

/**
 * Explains why items do not fit together. Packages count as their options. Standard items fulfil requirements, and they
 * are dropped if a chosen item excludes them.
 */
function explainNotTogether(config: SoldConfig, chosen: readonly string[], at: Date): string | null {
  const taken = new Set(chosen.flatMap((code) => [code, ...(config.items.get(code)?.contains ?? [])]));
  const standard = [...config.items.values()].filter((item) => item.mode === "STANDARD" && isOffered(item, at));
  const present = new Set([...taken, ...standard.map(({ itemCode }) => itemCode)]);
  for (const code of taken) {
    const { requires = [], excludes = [] } = config.items.get(code) ?? {};
    const required = requires.find((other) => !present.has(other));
    if (required) return `「${nameOf(config, code)}」须同时选择「${nameOf(config, required)}」`;
    const excluded = excludes.find((other) => taken.has(other));
    if (excluded) return `「${nameOf(config, code)}」与「${nameOf(config, excluded)}」不能同时选择`;
  }
  return null;
}

function explainNotColored(config: SoldConfig, chosen: readonly string[]): string | null {
  const count = (side: "EXT" | "INT") => chosen.filter((code) => config.items.get(code)?.side === side).length;
  if (count("EXT") !== 1) return "须选择一种外观";
  return count("INT") === 1 ? null : "须选择一种内饰";
}

/**
 * Makes the price line of an item; null if its price is missing. Standard items and the contents of a chosen package
 * cost nothing.
 */
function lineOf(
  config: SoldConfig,
  { code, isBrought, at }: { code: string; isBrought: boolean; at: Date },
): QuoteLine | null {
  const item = config.items.get(code);
  if (!item) return null;
  const { itemKind: kind, itemName, mode } = item;
  if (mode === "STANDARD" || isBrought) return { kind, itemCode: code, itemName, amountFen: 0, priceId: null };
  const price = priceAt(config.prices, { kind, itemCode: code, at });
  return price ? { kind, itemCode: code, itemName, ...amountOf(price) } : null;
}

const amountOf = ({ amountFen, id }: SoldPrice) => ({ amountFen, priceId: id });

function priceAt(
  prices: readonly SoldPrice[],
  { kind, itemCode, at }: { kind: string; itemCode: string; at: Date },
): SoldPrice | undefined {
  return prices.find(
    (price) =>
      price.kind === kind && price.itemCode === itemCode && holdsAt(price.effectiveFrom, price.effectiveTo, at),
  );
}
