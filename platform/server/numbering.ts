import { dayOf } from "@ops/platform/contract";
import { type Kysely, sql } from "kysely";

/** How business numbers of a kind look: prefix, day, running number (PF-R89). A prefix belongs to one kind only. */
export interface NumberRule {
  readonly kind: string;
  readonly prefix: string;
  /** What is numbered, in Chinese. */
  readonly name?: string;
}

const BLOCK = 20;
const DIGITS = 6;

interface Block {
  period: string;
  next: number;
  end: number;
}

/**
 * Hands out numbers `{prefix}{YYYYMMDD}{6 digits}`: unique over all nodes, increasing per node, gaps allowed. A block is
 * drawn in a transaction of its own, so a refused call wastes numbers and never gives one out twice.
 */
export class Numbering {
  readonly #database: Kysely<unknown>;
  readonly #prefixes = new Map<string, string>();
  readonly #blocks = new Map<string, Block>();
  readonly #drawing = new Map<string, Promise<void>>();

  constructor(database: Kysely<unknown>, rules: readonly NumberRule[]) {
    this.#database = database;
    for (const { kind, prefix } of rules) {
      const clash = this.#prefixes.has(kind) || [...this.#prefixes.values()].includes(prefix);
      if (clash) throw new Error(`the number kind ${kind} or its prefix ${prefix} is declared twice`);
      this.#prefixes.set(kind, prefix);
    }
  }

  async next(kind: string, now: Date): Promise<string> {
    const prefix = this.#prefixes.get(kind);
    if (prefix === undefined) throw new Error(`no number rule for ${kind}`);
    const period = dayOf(now).replaceAll("-", "");
    for (;;) {
      const block = this.#blocks.get(kind);
      if (block && block.period === period && block.next < block.end) {
        return numberOf(prefix, period, block.next++);
      }
      await this.#drawOnce(kind, period);
    }
  }

  #drawOnce(kind: string, period: string): Promise<void> {
    const underWay = this.#drawing.get(kind);
    if (underWay) return underWay;
    const drawing = this.#draw(kind, period)
      .then((block) => void this.#blocks.set(kind, block))
      .finally(() => this.#drawing.delete(kind));
    this.#drawing.set(kind, drawing);
    return drawing;
  }

  async #draw(kind: string, period: string): Promise<Block> {
    const { rows } = await sql<{ end: number }>`
      insert into number_sequence as s (kind, period, next_value) values (${kind}, ${period}, ${1 + BLOCK})
      on conflict (kind, period) do update set next_value = s.next_value + ${BLOCK}
      returning next_value as "end"`.execute(this.#database);
    const end = rows[0]?.end ?? 1;
    return { period, next: end - BLOCK, end };
  }
}

export function numberOf(prefix: string, period: string, value: number): string {
  return `${prefix}${period}${String(value).padStart(DIGITS, "0")}`;
}
