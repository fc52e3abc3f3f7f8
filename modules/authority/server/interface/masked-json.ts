import { maskPersonalData } from "@ops/platform/contract";

const SECRET = /pass|pwd|secret|token|credential|signature|verifycode|^sk$|^sms/i;
const LONGEST = 20_000;

/** Writes a request or answer as text, with credentials and personal data masked, and shortens it (AU-R47). */
export function maskJson(value: unknown): string {
  const text = JSON.stringify(maskValue(value)) ?? "null";
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…（共 ${text.length} 字符）` : text;
}

function maskValue(value: unknown, key = ""): unknown {
  if (value === null || value === undefined) return value;
  if (SECRET.test(key)) return "******";
  if (typeof value === "string") return maskPersonalData(value);
  if (value instanceof Date || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((one) => maskValue(one));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, maskValue(inner, name)]));
}
