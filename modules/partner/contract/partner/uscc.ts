const ALPHABET = "0123456789ABCDEFGHJKLMNPQRTUWXY";

/** The last character of a 统一社会信用代码 (PT-R1), from the 17 before it. */
export function usccCheck(first17: string): string {
  let sum = 0;
  let weight = 1;
  for (const character of first17) {
    sum += ALPHABET.indexOf(character) * weight;
    weight = (weight * 3) % 31;
  }
  return ALPHABET.charAt((31 - (sum % 31)) % 31);
}

/** Typed with spaces or in small letters, it is still the same code. */
export function normalUscc(typed: string): string {
  return typed.normalize("NFKC").replace(/[\s-]/g, "").toUpperCase();
}

export function isUscc(code: string): boolean {
  return new RegExp(`^[${ALPHABET}]{18}$`).test(code) && usccCheck(code.slice(0, 17)) === code.charAt(17);
}
