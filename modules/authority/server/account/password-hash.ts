import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { availableParallelism } from "node:os";
import { TooMany } from "@ops/platform/server";

export interface Argon2Cost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** As specified for the product (PF-R15). */
export const STANDARD_COST: Argon2Cost = { memoryKib: 19_456, passes: 2, lanes: 1 };

const LONGEST_QUEUE = 200;
const TAG_BYTES = 32;
const SHORTEST_SALT = 8;
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

interface Stored {
  readonly cost: Argon2Cost;
  readonly salt: Buffer;
  readonly tag: Buffer;
}

/**
 * Hashes passwords with argon2id. At most cores − 1 computations run at once and 200 wait; beyond that callers are told
 * to come back, so that sign-ins never starve the other calls of the node.
 */
export class PasswordHasher {
  /** How many computations have been spent; tests compare it instead of the time. */
  computations = 0;
  readonly #cost: Argon2Cost;
  readonly #slots = Math.max(1, availableParallelism() - 1);
  readonly #waiting: (() => void)[] = [];
  readonly #nobody: Stored;
  #running = 0;

  constructor(cost: Argon2Cost = STANDARD_COST) {
    this.#cost = cost;
    this.#nobody = { cost, salt: randomBytes(16), tag: randomBytes(TAG_BYTES) };
  }

  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const tag = await this.#compute(password, salt, this.#cost);
    const { memoryKib, passes, lanes } = this.#cost;
    return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${encodeUnpadded(salt)}$${encodeUnpadded(tag)}`;
  }

  /** Spends one computation whatever it is given: no account, no readable password, a damaged hash (PF-R22). */
  async verify(password: string | null, hash: string | null): Promise<boolean> {
    const stored = hash === null ? null : parseHash(hash);
    const { cost, salt, tag } = stored ?? this.#nobody;
    const computed = await this.#compute(password ?? "", salt, cost);
    return stored !== null && password !== null && timingSafeEqual(computed, tag);
  }

  /** Whether the hash was made with less than today's cost. */
  isOutdated(hash: string): boolean {
    const stored = parseHash(hash);
    if (!stored) return true;
    return stored.cost.memoryKib < this.#cost.memoryKib || stored.cost.passes < this.#cost.passes;
  }

  async #compute(message: string, nonce: Buffer, cost: Argon2Cost): Promise<Buffer> {
    await this.#enter();
    try {
      this.computations++;
      return await argon2id(message, nonce, cost);
    } finally {
      const next = this.#waiting.shift();
      if (next)
        next(); // the slot goes over as it is, so that nobody slips in between
      else this.#running--;
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#slots) {
      this.#running++;
      return;
    }
    if (this.#waiting.length >= LONGEST_QUEUE) throw new TooMany("系统繁忙，请稍后再试");
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

function argon2id(message: string, nonce: Buffer, { memoryKib, passes, lanes }: Argon2Cost): Promise<Buffer> {
  const parameters = { message, nonce, parallelism: lanes, tagLength: TAG_BYTES, memory: memoryKib, passes };
  return new Promise((resolve, reject) => {
    argon2("argon2id", parameters, (error, tag) => (error ? reject(error) : resolve(tag)));
  });
}

function parseHash(hash: string): Stored | null {
  const [, memory, passes, lanes, salt = "", tag = ""] = phc.exec(hash) ?? [];
  const stored = {
    cost: { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) },
    salt: Buffer.from(salt, "base64"),
    tag: Buffer.from(tag, "base64"),
  };
  return stored.tag.length === TAG_BYTES && stored.salt.length >= SHORTEST_SALT ? stored : null;
}

function encodeUnpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
