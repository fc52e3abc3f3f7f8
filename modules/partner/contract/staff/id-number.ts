const WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const CHECKS = "10X98765432";

/** The last character of a 居民身份证号 (GB 11643), from the 17 before it; what else is there does not count. */
export function idNumberCheck(number: string): string {
  const sum = WEIGHTS.reduce((total, weight, at) => total + weight * Number(number.charAt(at)), 0);
  return CHECKS.charAt(sum % 11);
}

/** Typed with spaces or a small x, it is still the same number. */
export function normalIdNumber(typed: string): string {
  return typed.normalize("NFKC").replace(/\s/g, "").toUpperCase();
}

export function isIdNumber(number: string): boolean {
  if (!/^[1-9]\d{16}[\dX]$/.test(number)) return false;
  const born = `${number.slice(6, 10)}-${number.slice(10, 12)}-${number.slice(12, 14)}`;
  const instant = new Date(`${born}T00:00:00Z`);
  const isDate = !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(born);
  return isDate && idNumberCheck(number) === number.charAt(17);
}
