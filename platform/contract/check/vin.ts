import { z } from "zod";

/** Normalises a VIN: half-width, upper case, without spaces and `-`. */
export function normaliseVin(typed: string): string {
  return typed.normalize("NFKC").toUpperCase().replace(/[\s-]/g, "");
}

const LENGTH = 17;
const FORBIDDEN = /[^A-HJ-NPR-Z0-9]/;
const YEAR_AT = 9;

/** Finds the fault in the form of a normalised VIN, in the words of the message; null if there is none. */
export function vinFault(vin: string): string | null {
  const characters = [...vin];
  const odd = characters.findIndex((character) => FORBIDDEN.test(character));
  if (odd >= 0) return `含非法字符${characters[odd]}（第${odd + 1}位）`;
  if (characters.length !== LENGTH) return "应为17位";
  if (/[UZ0]/.test(characters[YEAR_AT] ?? "")) return "年份位错误";
  return /\d{4}$/.test(vin) ? null : "末四位须为数字";
}

const LETTERS: Readonly<Record<string, number>> = {
  A: 1,
  B: 2,
  C: 3,
  D: 4,
  E: 5,
  F: 6,
  G: 7,
  H: 8,
  J: 1,
  K: 2,
  L: 3,
  M: 4,
  N: 5,
  P: 7,
  R: 9,
  S: 2,
  T: 3,
  U: 4,
  V: 5,
  W: 6,
  X: 7,
  Y: 8,
  Z: 9,
};
const WEIGHTS: readonly number[] = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** Computes the check character at position 9 from the other sixteen. */
export function checkDigitOf(vin: string): string {
  const sum = WEIGHTS.reduce((total, weight, at) => {
    const character = vin[at] ?? "0";
    return total + weight * (LETTERS[character] ?? Number(character));
  }, 0);
  const rest = sum % 11;
  return rest === 10 ? "X" : String(rest);
}

const YEARS = "ABCDEFGHJKLMNPRSTVWXY123456789";
/** The letters come again every 30 years; the cycle in which the brand builds began in 2010. */
const FIRST_YEAR = 2010;

/** Finds the model year from position 10 (R 2024, S 2025, T 2026, V 2027); null if it means none. */
export function modelYearOf(vin: string): number | null {
  const at = YEARS.indexOf(vin[YEAR_AT] ?? "-");
  return at < 0 ? null : FIRST_YEAR + at;
}

/** Position of the check character, counted from 0. */
export const VIN_CHECK_AT = 8;

/** A VIN as people type it. A wrong check character is refused as well; code that accepts those uses `vinFault` alone. */
export const vinNumber = z
  .string("请输入VIN！")
  .max(40)
  .meta({ examples: ["L0Z7E4A24SA000125"] })
  .transform(normaliseVin)
  .superRefine((vin, context) => {
    const fault = vinFault(vin);
    const expected = checkDigitOf(vin);
    if (fault) context.addIssue({ code: "custom", message: `VIN格式不正确：${fault}` });
    else if (vin[VIN_CHECK_AT] !== expected)
      context.addIssue({ code: "custom", message: `车架号校验位错误，应为${expected}` });
  })
  .meta({ label: "VIN" });
