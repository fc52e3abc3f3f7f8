import { vehicleErrors } from "../errors.ts";

/** Full-width letters and digits are half-width, lower case is upper case, spaces and `-` are not there (VE-R1). */
export function normaliseVin(typed: string): string {
  return typed.normalize("NFKC").toUpperCase().replace(/[\s-]/g, "");
}

const LENGTH = 17;
const FORBIDDEN = /[^A-HJ-NPR-Z0-9]/;
const YEAR_AT = 9;
const CHECK_AT = 8;

/** What is wrong with the form of a normalised VIN, in the words of the message; null when nothing is. */
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

/** The check character that the other sixteen ask for at position 9 (VE-R2). */
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

/** The model year that position 10 tells: R 2024, S 2025, T 2026, V 2027; null where it tells none. */
export function modelYearOf(vin: string): number | null {
  const at = YEARS.indexOf(vin[YEAR_AT] ?? "-");
  return at < 0 ? null : FIRST_YEAR + at;
}

export interface ReadVin {
  readonly vin: string;
  /** The check character differs, and the brand lets that pass with a flag. */
  readonly isCheckOdd: boolean;
}

/** A VIN as somebody typed it or a file holds it. Refuses VEHICLE_VIN_FORMAT and, where checks are strict, VEHICLE_VIN_CHECK. */
export function readVin(typed: string, check: "STRICT" | "WARN"): ReadVin {
  const vin = normaliseVin(typed);
  const reason = vinFault(vin);
  if (reason) throw vehicleErrors.vinFormat({ reason });
  const expected = checkDigitOf(vin);
  const isCheckOdd = vin[CHECK_AT] !== expected;
  if (isCheckOdd && check === "STRICT") throw vehicleErrors.vinCheck({ expected });
  return { vin, isCheckOdd };
}
