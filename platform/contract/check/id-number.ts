import { z } from "zod";
import { isDay } from "../value/time.ts";

const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = "10X98765432";

/** Computes the last character of a 居民身份证号 (GB 11643) from its first 17; later characters are ignored. */
export function idNumberCheck(number: string): string {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(number.charAt(at)), 0);
  return CHECKS.charAt(sum % 11);
}

/** People type the number with spaces or a small x; both are normalised. */
export function normalIdNumber(typed: string): string {
  return typed.normalize("NFKC").replace(/\s/g, "").toUpperCase();
}

export function isIdNumber(number: string): boolean {
  if (!/^[1-9]\d{16}[\dX]$/.test(number)) return false;
  return isDay(bornOn(number)) && idNumberCheck(number) === number.charAt(17);
}

/** The day of birth that a number tells. */
export function bornOn(number: string): string {
  return `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`;
}

/** The sex that a number tells: the last digit of its order is odd for men. */
export function sexOf(number: string): "MALE" | "FEMALE" {
  return Number(number.charAt(16)) % 2 === 1 ? "MALE" : "FEMALE";
}

export const idNumber = z
  .string("请输入身份证号！")
  .max(40)
  .meta({ examples: ["11010519491231002X"] }) // its last digit follows from the others, which no pattern can tell
  .transform(normalIdNumber)
  .refine(isIdNumber, "身份证号校验失败")
  .meta({ label: "身份证号" });
