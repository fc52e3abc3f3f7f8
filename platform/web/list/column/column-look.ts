import { fieldMeta, metaOf, textWidth, type ValueKind, valueKind } from "@ops/platform/contract";

const WIDTHS: Partial<Record<ValueKind, number>> = { flag: 80, number: 90, day: 110, moment: 160, fen: 120, list: 150 };
/** Words of a dictionary are not known before it is loaded. */
const DICT_WIDTH = 95;
const MASKED_WIDTH = 140;
const SIDES = 24;
const CHARACTER = 14;
const DOT = 16;

interface Look {
  /** The width; none for texts, which take the remaining space. */
  readonly width?: number;
  readonly align?: "right";
}

/** Finds the width and alignment of a field's values from the contract. */
export function lookOf(row: Readonly<Record<string, unknown>>, name: string): Look {
  const kind = valueKind(name, row[name]);
  const width = widthOf(row[name], kind);
  const isAmount = kind === "fen" || kind === "number";
  return { ...(width ? { width } : {}), ...(isAmount ? { align: "right" } : {}) };
}

function widthOf(field: unknown, kind: ValueKind): number | undefined {
  const { dict, words, isState, label } = fieldMeta(field);
  const title = widthOfText(label ?? "");
  if (words !== null && kind !== "list")
    return Math.max(title, ...Object.values(words).map(widthOfText)) + (isState ? DOT : 0);
  const usual = dict !== null ? DICT_WIDTH : metaOf(field)["masked"] ? MASKED_WIDTH : WIDTHS[kind];
  return usual && Math.max(title, usual);
}

/** 汉字 are as wide as two letters. */
const widthOfText = (text: string) => SIDES + (CHARACTER * textWidth(text)) / 2;
