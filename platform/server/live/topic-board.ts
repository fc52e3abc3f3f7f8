import type { StreamItem } from "../http/route.ts";
import { Heard } from "./heard.ts";
import type { Inbox } from "./inbox.ts";
import type { ToldTopic } from "./tell-topic.ts";

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
  readonly #waiting = new Map<Channel, Heard>();
  #nothing = new Heard();
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

  hear(told: ToldTopic): void {
    for (const [channel, reach] of this.#readers.get(told.topic) ?? []) {
      if (!concerns(told.orgIds, reach)) continue;
      this.#waiting.set(channel, (this.#waiting.get(channel) ?? this.#nothing).and(told));
    }
    if (this.#waiting.size > 0) this.#timer ??= setTimeout(() => this.#tell(), JOIN_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #tell(): void {
    this.#timer = undefined;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    this.#nothing = new Heard();
    for (const [channel, heard] of waiting) channel.put(heard.message);
  }
}

function concerns(orgIds: ToldTopic["orgIds"], reach: Reach): boolean {
  return orgIds === null || reach === "everything" || orgIds.some((orgId) => reach.has(orgId));
}
