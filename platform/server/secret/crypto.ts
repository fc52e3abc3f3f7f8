import {
  type CipherKey,
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  randomBytes,
  randomFillSync,
  timingSafeEqual,
} from "node:crypto";

const chance = Buffer.alloc(4096);
let chanceUsed = chance.length;

let lastAt = 0;
let countInMillisecond = 0;

/**
 * Makes a uuid v7, which is ordered by time, so that new rows are close together in every index. Its first twelve
 * random bits count within a millisecond, so that rows which one process writes at the same time keep their order.
 */
export function newId(at: number = Date.now()): string {
  const random = takeChance();
  const time = at.toString(16).padStart(12, "0");
  const first = Number.parseInt(random.slice(0, 2), 16);
  const count = countAt(at, first).toString(16).padStart(3, "0");
  const variant = "89ab"[Number.parseInt(random.charAt(3), 16) & 3];
  return `${time.slice(0, 8)}-${time.slice(8)}-7${count}-${variant}${random.slice(4, 7)}-${random.slice(7, 19)}`;
}

/** The count begins by chance, so that two processes rarely agree. After 4,095 ids of one millisecond their order is lost. */
function countAt(at: number, first: number): number {
  countInMillisecond = at === lastAt ? Math.min(countInMillisecond + 1, 0xfff) : first;
  lastAt = at;
  return countInMillisecond;
}

/** Ten random bytes in hex. Drawn in stock: asking the system for each id would cost more than the rest of it. */
function takeChance(): string {
  if (chanceUsed + 10 > chance.length) {
    randomFillSync(chance);
    chanceUsed = 0;
  }
  chanceUsed += 10;
  return chance.toString("hex", chanceUsed - 10, chanceUsed);
}

/** Makes 32 random bytes as base64url, for a bearer secret of which only the hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

export function sha256(text: string): Buffer {
  return hash("sha256", text, "buffer");
}

export function hmac(key: Buffer, text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text that must be read again (AES-256-GCM). `about` binds it to its record, so that it is useless in
 * another one.
 */
export function seal(key: CipherKey, text: string, about: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(about));
  return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

/** Throws when the text was changed or belongs to another record. */
export function unseal(key: CipherKey, sealed: Buffer, about: string): string {
  const [iv, tag] = [sealed.subarray(0, IV_BYTES), sealed.subarray(-TAG_BYTES)];
  const decipher = createDecipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(about)).setAuthTag(tag);
  return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString("utf8");
}
