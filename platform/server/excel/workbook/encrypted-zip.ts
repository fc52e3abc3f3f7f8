import { createCipheriv, createHmac, pbkdf2Sync, randomBytes, randomInt } from "node:crypto";
import { deflateRawSync } from "node:zlib";

// Zip with AES-256 as WinZip describes it (AE-2): 7-Zip, WinRAR, Bandizip and macOS open it with the password.
const METHOD_AES = 99;
const DEFLATE = 8;
const ENCRYPTED_UTF8 = 0x0801;
const VERSION = 51;
const FIRST_DAY = 0x00210000;
const ROUNDS = 1_000; // fixed by the format; the password is random and long instead
const BLOCK = 16;

/** Without characters that people confuse when they copy them by hand. */
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
const PASSWORD_LENGTH = 20;

export function newFilePassword(): string {
  return Array.from({ length: PASSWORD_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join("");
}

/** One file in a zip that opens with the password only. */
export function encryptedZip(name: string, content: Buffer, password: string): Buffer {
  const salt = randomBytes(16);
  const keys = pbkdf2Sync(password, salt, ROUNDS, 66, "sha1");
  const sealed = encryptByCounter(keys.subarray(0, 32), deflateRawSync(content));
  const proof = createHmac("sha1", keys.subarray(32, 64)).update(sealed).digest().subarray(0, 10);
  const data = Buffer.concat([salt, keys.subarray(64), sealed, proof]);
  const title = Buffer.from(name);
  const about = { title, packed: data.length, plain: content.length };
  const [local, central] = [header(0x04034b50, about), header(0x02014b50, about)];
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length + data.length, 16);
  return Buffer.concat([local, data, central, end]);
}

/** Encrypts with AES in counter mode, which counts from one with the lowest byte first. No cipher of Node does so. */
function encryptByCounter(key: Buffer, bytes: Buffer): Buffer {
  const counters = Buffer.alloc(Math.ceil(bytes.length / BLOCK) * BLOCK);
  for (let n = 0; n * BLOCK < counters.length; n++) counters.writeUInt32LE(n + 1, n * BLOCK);
  const stream = createCipheriv("aes-256-ecb", key, null).update(counters); // whole blocks: nothing is left for an end
  return Buffer.from(bytes.map((byte, n) => byte ^ stream.readUInt8(n)));
}

interface About {
  readonly title: Buffer;
  readonly packed: number;
  readonly plain: number;
}

/** Makes the header before the content, and its copy for the directory. */
function header(signature: number, { title, packed, plain }: About): Buffer {
  const isLocal = signature === 0x04034b50;
  const bytes = Buffer.alloc(isLocal ? 30 : 46);
  bytes.writeUInt32LE(signature, 0);
  if (!isLocal) bytes.writeUInt16LE(VERSION, 4);
  const at = isLocal ? 4 : 6;
  bytes.writeUInt16LE(VERSION, at);
  bytes.writeUInt16LE(ENCRYPTED_UTF8, at + 2);
  bytes.writeUInt16LE(METHOD_AES, at + 4);
  bytes.writeUInt32LE(FIRST_DAY, at + 6);
  // the checksum before it stays empty, because it would tell something about the content
  bytes.writeUInt32LE(packed, at + 14);
  bytes.writeUInt32LE(plain, at + 18);
  bytes.writeUInt16LE(title.length, at + 22);
  const extra = aesField();
  bytes.writeUInt16LE(extra.length, at + 24);
  return Buffer.concat([bytes, title, extra]);
}

/** AE-2, AES-256, and how the content is packed inside. */
function aesField(): Buffer {
  const field = Buffer.alloc(11);
  field.writeUInt16LE(0x9901, 0);
  field.writeUInt16LE(7, 2);
  field.writeUInt16LE(2, 4);
  field.write("AE", 6);
  field.writeUInt8(3, 8);
  field.writeUInt16LE(DEFLATE, 9);
  return field;
}
