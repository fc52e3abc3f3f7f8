import type { Topic } from "@ops/platform/contract";
import { type Kysely, sql } from "kysely";

export const TOPIC_CHANNEL = "topic_news";
/** With more ids than these, a page loads everything again. */
export const MOST_IDS = 200;
/** A notification of PostgreSQL has at most 8,000 bytes, so that so many uuids of each kind fit. */
const IDS_AT_ONCE = 100;
const ORGANIZATIONS_AT_ONCE = 90;

/** The receivers: everybody who may get the topic, or only those of these organisations. */
export interface TopicAudience {
  readonly topic: Topic;
  readonly orgIds?: readonly string[];
}

/** As it travels between nodes. */
export interface ToldTopic {
  readonly topic: string;
  readonly orgIds: readonly string[] | null;
  readonly ids: readonly string[] | "all";
}

/**
 * Sends news of a topic to every node with the commit. Nothing is stored: a page that was away loads everything again.
 */
export async function tellTopic(
  database: Kysely<unknown>,
  { topic, orgIds }: TopicAudience,
  ids: readonly string[],
): Promise<void> {
  const many = ids.length > MOST_IDS;
  for (const some of many ? ["all" as const] : partsOf(ids, IDS_AT_ONCE)) {
    for (const organizations of orgIds ? partsOf(orgIds, ORGANIZATIONS_AT_ONCE) : [null]) {
      const told: ToldTopic = { topic: topic.name, orgIds: organizations, ids: some };
      await sql`select pg_notify(${TOPIC_CHANNEL}, ${JSON.stringify(told)})`.execute(database);
    }
  }
}

function partsOf<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, part) => items.slice(part * size, (part + 1) * size));
}
