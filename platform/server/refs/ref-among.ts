import type { BusinessError, RefChoice, RefKind } from "@ops/platform/contract";
import type { Tx } from "../db/tx.ts";
import type { RefSource } from "./source.ts";

interface AmongOptions {
  /** All that the caller may choose, in the order in which they are offered. */
  readonly choices: (tx: Tx) => Promise<readonly RefChoice[]>;
  /** How records are called, in whatever state and scope. */
  readonly names: RefSource["namesOf"];
  /** How one is refused that is not among them. */
  readonly refusal: () => BusinessError;
  /** Finds the record for a text that is neither a number nor a name, such as a whole phone; null if there is none. */
  readonly means?: (tx: Tx, text: string) => Promise<string | null>;
}

/** Publishes a short list of records that a rule picks out, such as those who may look after partners. */
export function refAmong(kind: RefKind, { choices, names, refusal, means }: AmongOptions): RefSource {
  return {
    kind,
    namesOf: names,
    search: async (tx, { keyword, most }) => {
      const word = keyword.toLowerCase();
      const fits = ({ name, no }: RefChoice) => [name, no ?? ""].some((text) => text.toLowerCase().includes(word));
      return (await choices(tx)).filter(fits).slice(0, most);
    },
    seen: async (tx, ids) => (await choices(tx)).filter(({ id }) => ids.includes(id)),
    refusals: async (tx, ids) => {
      const open = new Set((await choices(tx)).map(({ id }) => id));
      return new Map(ids.flatMap((id) => (open.has(id) ? [] : [[id, refusal()] as const])));
    },
    find: async (tx, texts) => {
      const open = await choices(tx);
      const meant = new Map<string, readonly string[]>();
      for (const text of texts) {
        const other = (await means?.(tx, text)) ?? null;
        const fits = ({ id, name, no }: RefChoice) => id === other || name === text || no === text;
        meant.set(
          text,
          open.filter(fits).map(({ id }) => id),
        );
      }
      return meant;
    },
  };
}
