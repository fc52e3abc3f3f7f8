import type { StreamItem } from "../http/route.ts";
import type { Inbox } from "./inbox.ts";
import { MOST_IDS, type ToldTopic } from "./tell-topic.ts";

/** News for a channel within this time are sent as one message. */
const JOIN_MS = 500;

/** Which news of a topic a person gets: all, or those of these organisations. */
export type Reach = "everything" | ReadonlySet<string>;
/** What a person gets, by the name of the topic. */
export type Reaches = ReadonlyMap<string, Reach>;

type Channel = Inbox<StreamItem>;

/** The listeners of each topic on this node, and the news that wait for them (PF-R109). */
export class TopicBoard {
  readonly #readers = new Map<string, Map<Channel, Reach>>();
  readonly #waiting = new Map<Channel, Map<string, Set<string> | "all">>();
  #timer: NodeJS.Timeout | undefined;

  add(channel: Channel, reaches: Reaches): void {
    for (const [topic, reach] of reaches) {
      const readers = this.#readers.get(topic) ?? new Map();
      this.#readers.set(topic, readers.set(channel, reach));
    }
  }

  remove(channel: Channel): void {
    for (const readers of this.#readers.values()) readers.delete(channel);
    this.#waiting.delete(channel);
  }

  hear({ topic, orgIds, ids }: ToldTopic): void {
    for (const [channel, reach] of this.#readers.get(topic) ?? []) {
      if (concerns(orgIds, reach)) this.#keep(channel, topic, ids);
    }
    if (this.#waiting.size > 0) this.#timer ??= setTimeout(() => this.#tell(), JOIN_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #keep(channel: Channel, topic: string, ids: ToldTopic["ids"]): void {
    const news = this.#waiting.get(channel) ?? new Map<string, Set<string> | "all">();
    this.#waiting.set(channel, news);
    const known = news.get(topic) ?? new Set<string>();
    if (known === "all" || ids === "all") {
      news.set(topic, "all");
      return;
    }
    for (const id of ids) known.add(id);
    news.set(topic, known.size > MOST_IDS ? "all" : known);
  }

  #tell(): void {
    this.#timer = undefined;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const [channel, news] of waiting) {
      const named = [...news].map(([topic, ids]) => [topic, ids === "all" ? ids : [...ids]] as const);
      channel.put({ id: null, event: { type: "topic.news", news: Object.fromEntries(named) } });
    }
  }
}

function concerns(orgIds: ToldTopic["orgIds"], reach: Reach): boolean {
  return orgIds === null || reach === "everything" || orgIds.some((orgId) => reach.has(orgId));
}
