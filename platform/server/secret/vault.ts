import { createHmac, createSecretKey, type KeyObject } from "node:crypto";
import { masks } from "@ops/platform/contract";
import { seal, unseal } from "./crypto.ts";

/** Kinds of personal data that are sealed. Each has the mask of the same name. */
export type PersonalKind = "phone" | "name" | "idCard" | "bankCard";

/** The columns of a sealed field: to decrypt it, to find and compare it, and to show it. */
export type SealedColumns<Field extends string> = Record<`${Field}Cipher` | `${Field}Hash`, Buffer> &
  Record<`${Field}Masked`, string>;

export interface Sealing<Field extends string> {
  readonly field: Field;
  readonly kind: PersonalKind;
  readonly text: string;
  /** The record it belongs to; in another it cannot be opened. */
  readonly id: string;
}

/**
 * Keeps personal data so that the database alone shows the mask and nothing else. Its keys are prepared once, because
 * preparing one takes longer than sealing a text.
 */
export class Vault {
  readonly #sealingKey: KeyObject;
  readonly #hashKey: KeyObject;

  constructor(secret: Buffer) {
    this.#sealingKey = createSecretKey(secret.subarray(0, 32));
    this.#hashKey = createSecretKey(secret.subarray(32));
  }

  /** The columns of one field: `phone` → phoneCipher, phoneHash, phoneMasked. */
  seal<Field extends string>({ field, kind, text, id }: Sealing<Field>): SealedColumns<Field> {
    return {
      [`${field}Cipher`]: seal(this.#sealingKey, text, id),
      [`${field}Hash`]: this.hash(kind, text),
      [`${field}Masked`]: masks[kind](text),
    } as unknown as SealedColumns<Field>;
  }

  /** Seals a text that is neither searched nor shown. The same id opens it. */
  sealText(text: string, id: string): Buffer {
    return seal(this.#sealingKey, text, id);
  }

  open(cipher: Buffer, id: string): string {
    return unseal(this.#sealingKey, cipher, id);
  }

  /**
   * Hashes a text. The same text of a kind has the same hash in every table, and without the key it cannot be guessed.
   */
  hash(kind: PersonalKind | "code", text: string): Buffer {
    return createHmac("sha256", this.#hashKey).update(`${kind}:${text}`).digest();
  }
}
