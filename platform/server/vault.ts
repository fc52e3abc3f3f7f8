import { createHmac } from "node:crypto";
import { masks } from "@ops/platform/contract";
import { seal, unseal } from "./crypto.ts";

/** Sorts of personal data that are kept under seal; the mask is that of the same name. */
export type PersonalKind = "phone" | "name" | "idCard" | "bankCard";

/** How a sealed field lies in its row: to be read again, to be found and compared, and to be shown. */
export type SealedColumns<Field extends string> = Record<`${Field}Cipher` | `${Field}Hash`, Buffer> &
  Record<`${Field}Masked`, string>;

export interface Sealing<Field extends string> {
  readonly field: Field;
  readonly kind: PersonalKind;
  readonly text: string;
  /** The record it belongs to; in another it cannot be opened. */
  readonly id: string;
}

/** Keeps personal data so that the database alone shows the mask and nothing else. */
export class Vault {
  readonly #sealingKey: Buffer;
  readonly #hashKey: Buffer;

  constructor(secret: Buffer) {
    this.#sealingKey = secret.subarray(0, 32);
    this.#hashKey = secret.subarray(32);
  }

  /** The columns of one field: `phone` → phoneCipher, phoneHash, phoneMasked. */
  seal<Field extends string>({ field, kind, text, id }: Sealing<Field>): SealedColumns<Field> {
    return {
      [`${field}Cipher`]: seal(this.#sealingKey, text, id),
      [`${field}Hash`]: this.hash(kind, text),
      [`${field}Masked`]: masks[kind](text),
    } as unknown as SealedColumns<Field>;
  }

  open(cipher: Buffer, id: string): string {
    return unseal(this.#sealingKey, cipher, id);
  }

  /** The same text of a kind has the same hash in every table; without the key it cannot be guessed through. */
  hash(kind: PersonalKind | "code", text: string): Buffer {
    return createHmac("sha256", this.#hashKey).update(`${kind}:${text}`).digest();
  }
}
