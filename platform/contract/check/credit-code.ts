import { z } from "zod";

const ALPHABET = "0123456789ABCDEFGHJKLMNPQRTUWXY";

/** Computes the last character of a 统一社会信用代码 (GB 32100) from the first 17. */
export function usccCheck(first17: string): string {
  let sum = 0;
  let weight = 1;
  for (const character of first17) {
    sum += ALPHABET.indexOf(character) * weight;
    weight = (weight * 3) % 31;
  }
  return ALPHABET.charAt((31 - (sum % 31)) % 31);
}

/** People type the code with spaces or in small letters; both are normalised. */
export function normalUscc(typed: string): string {
  return typed.normalize("NFKC").replace(/[\s-]/g, "").toUpperCase();
}

export function isUscc(code: string): boolean {
  return new RegExp(`^[${ALPHABET}]{18}$`).test(code) && usccCheck(code.slice(0, 17)) === code.charAt(17);
}

/** A code as people type it; its check character has to fit (PF-R132). */
export const creditCode = z
  .string("请输入统一社会信用代码！")
  .max(60, "统一社会信用代码校验失败")
  .meta({ examples: ["91350100M000100Y43"] }) // its last character follows from the others, which no pattern can tell
  .overwrite(normalUscc)
  .refine(isUscc, "统一社会信用代码校验失败")
  .meta({ label: "统一社会信用代码" });
