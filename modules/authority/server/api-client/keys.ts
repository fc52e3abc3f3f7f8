import { randomInt } from "node:crypto";
import { seal } from "@ops/platform/server";

const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789";
const TAIL = 4;

const random = (length: number) => Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join("");

export const newAk = (): string => random(20);

/** Makes a new SK: the text for its holder and the values to store. */
export function newSk(sealingKey: Buffer, clientId: string) {
  const sk = random(40);
  return { sk, stored: { skCipher: seal(sealingKey, sk, clientId), skTail: sk.slice(-TAIL) } };
}
