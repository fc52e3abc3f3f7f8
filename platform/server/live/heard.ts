import type { StreamItem } from "../http/route.ts";
import { MOST_IDS, type ToldTopic } from "./tell-topic.ts";

/**
 * The news that a channel has heard since its last message. Channels that heard the same share one of these, so that
 * the message of thousands of pages is made once.
 */
export class Heard {
  readonly #told: readonly ToldTopic[];
  readonly #next = new Map<ToldTopic, Heard>();
  #message: StreamItem | undefined;

  constructor(told: readonly ToldTopic[] = []) {
    this.#told = told;
  }

  /** What a channel has heard after it heard this, too. */
  and(told: ToldTopic): Heard {
    const known = this.#next.get(told);
    if (known) return known;
    const next = new Heard([...this.#told, told]);
    this.#next.set(told, next);
    return next;
  }

  get message(): StreamItem {
    this.#message ??= { id: null, event: { type: "topic.news", news: joinNews(this.#told) } };
    return this.#message;
  }
}

function joinNews(told: readonly ToldTopic[]): Record<string, string[] | "all"> {
  const news = new Map<string, Set<string> | "all">();
  for (const { topic, ids } of told) {
    const known = news.get(topic) ?? new Set<string>();
    const joined = known === "all" || ids === "all" ? "all" : new Set([...known, ...ids]);
    news.set(topic, joined !== "all" && joined.size > MOST_IDS ? "all" : joined);
  }
  return Object.fromEntries([...news].map(([topic, ids]) => [topic, ids === "all" ? ids : [...ids]]));
}
