import type { Topic, TopicNews } from "@ops/platform/contract";
import { useEffect, useEffectEvent } from "react";

type Hear = (news: TopicNews) => void;

const hearers = new Map<string, Set<Hear>>();
const watchers = new Set<() => void>();

/** Listens to changed records of the topic while the component is shown; `all` after a lost connection. */
export function useTopic({ name }: Topic, hear: Hear): void {
  const heard = useEffectEvent(hear);
  useEffect(() => hearTopic(name, (news) => heard(news)), [name]);
}

/** Answers how to hear no more. */
export function hearTopic(name: string, hearer: Hear): () => void {
  const all = hearers.get(name) ?? new Set();
  hearers.set(name, all.add(hearer));
  for (const look of watchers) look();
  return () => {
    all.delete(hearer);
    if (all.size === 0) hearers.delete(name);
  };
}

/** The topics that are shown somewhere now. */
export function topicsShown(): string[] {
  return [...hearers.keys()].toSorted();
}

/** `look` is called when a topic is shown that may not have been shown before. */
export function watchTopics(look: () => void): () => void {
  watchers.add(look);
  return () => void watchers.delete(look);
}

export function tellTopics(news: Readonly<Record<string, TopicNews>>): void {
  for (const [name, what] of Object.entries(news)) for (const hear of hearers.get(name) ?? []) hear(what);
}
