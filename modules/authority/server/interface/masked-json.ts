import { maskPersonalData } from "@ops/platform/contract";

const SECRET = /pass|pwd|secret|token|credential|signature|verifycode|^sk$|^sms/i;
const LONGEST = 20_000;

/** What was sent or answered as text, with credentials and personal data masked, cut where it is long (AU-R47). */
export function maskedJson(value: unknown): string {
  const text = JSON.stringify(masked(value)) ?? "null";
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…（共 ${text.length} 字符）` : text;
}

function masked(value: unknown, key = ""): unknown {
  if (value === null || value === undefined) return value;
  if (SECRET.test(key)) return "******";
  if (typeof value === "string") return maskPersonalData(value);
  if (value instanceof Date || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((one) => masked(one));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, masked(inner, name)]));
}
