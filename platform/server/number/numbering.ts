import { dayOf } from "@ops/platform/contract";
import { type Kysely, sql } from "kysely";
import { onlyOf } from "../db/record/only.ts";

/** How business numbers of a kind look: prefix, day, running number (PF-R89). A prefix belongs to one kind only. */
export interface NumberRule {
  readonly kind: string;
  readonly prefix: string;
  /** The Chinese name of what is numbered. */
  readonly name?: string;
  /**
   * Whether the numbers continue for ever instead of starting again each day, as for companies and people. Such numbers
   * contain no day.
   */
  readonly runsOn?: true;
  /** Of the running number, where not as usual. */
  readonly digits?: number;
}

const BLOCK = 20;
/** The default number of digits. There are more if they do not suffice. */
export const DIGITS = 6;

interface Looks {
  readonly prefix: string;
  readonly seqLength: number;
}

interface Block {
  period: string;
  next: number;
  end: number;
}

/**
 * Gives out numbers `{prefix}{YYYYMMDD}{6 digits}`, without the day for those that continue for ever. They are unique
 * over all nodes and increase per node; gaps are allowed. A block is drawn in its own transaction, so a refused call
 * wastes numbers, but none is used twice.
 */
export class Numbering {
  readonly #database: Kysely<unknown>;
  readonly #declared = new Map<string, Looks>();
  readonly #runningOn: ReadonlySet<string>;
  #changed: ReadonlyMap<string, Looks> = new Map();
  readonly #blocks = new Map<string, Block>();
  readonly #drawing = new Map<string, Promise<void>>();

  constructor(database: Kysely<unknown>, rules: readonly NumberRule[]) {
    this.#database = database;
    this.#runningOn = new Set(rules.filter(({ runsOn }) => runsOn).map(({ kind }) => kind));
    for (const { kind, prefix, digits = DIGITS } of rules) {
      const clash = this.#declared.has(kind) || [...this.#declared.values()].some((one) => one.prefix === prefix);
      if (clash) throw new Error(`the number kind ${kind} or its prefix ${prefix} is declared twice`);
      this.#declared.set(kind, { prefix, seqLength: digits });
    }
  }

  /** Loads the changes of administrators. A new declaration that conflicts with them stops the start. */
  async load(): Promise<void> {
    const { rows } = await sql<Looks & { kind: string }>`
      select kind, prefix, seq_length as "seqLength" from number_rule`.execute(this.#database);
    for (const { kind, prefix } of rows) {
      const clash = [...this.#declared].find(([other, looks]) => other !== kind && looks.prefix === prefix);
      if (clash) throw new Error(`the prefix ${prefix} of ${clash[0]} is given to ${kind} by an administrator`);
    }
    this.#changed = new Map(rows.map(({ kind, ...looks }) => [kind, looks]));
  }

  async next(kind: string, now: Date): Promise<string> {
    const { looks, period } = this.#ruleOf(kind, now);
    for (;;) {
      const block = this.#blocks.get(kind);
      if (block && block.period === period && block.next < block.end) {
        return numberOf(looks, period, block.next++);
      }
      await this.#drawOnce(kind, period);
    }
  }

  /** Draws several numbers without a gap. The reserved block of this node is left for single ones. */
  async nextMany(kind: string, count: number, now: Date): Promise<string[]> {
    if (count === 0) return [];
    const { looks, period } = this.#ruleOf(kind, now);
    const { next } = await this.#draw(kind, period, count);
    return Array.from({ length: count }, (_, at) => numberOf(looks, period, next + at));
  }

  #ruleOf(kind: string, now: Date): { looks: Looks; period: string } {
    const looks = this.#changed.get(kind) ?? this.#declared.get(kind);
    if (looks === undefined) throw new Error(`no number rule for ${kind}`);
    return { looks, period: periodOf({ runsOn: this.#runningOn.has(kind) }, now) };
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

  async #draw(kind: string, period: string, size = BLOCK): Promise<Block> {
    const { rows } = await sql<{ end: number }>`
      insert into number_sequence as s (kind, period, next_value) values (${kind}, ${period}, ${1 + size})
      on conflict (kind, period) do update set next_value = s.next_value + ${size}
      returning next_value as "end"`.execute(this.#database);
    const { end } = onlyOf(rows);
    return { period, next: end - size, end };
  }
}

/** Finds the day in which the number counts; empty if it continues for ever. */
export function periodOf({ runsOn = false }: { readonly runsOn?: boolean }, now: Date): string {
  return runsOn ? "" : dayOf(now).replaceAll("-", "");
}

export function numberOf({ prefix, seqLength }: Looks, period: string, value: number): string {
  return `${prefix}${period}${String(value).padStart(seqLength, "0")}`;
}
