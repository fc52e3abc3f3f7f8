import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";

/** A uuid v7: ordered by time, so that new rows lie together in every index. */
export function newId(at: number = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(at, 0, 6);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** 32 random bytes, base64url: a bearer secret of which only the hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

export function hmac(key: Buffer, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
