/**
 * A topic of news for open pages (PF-R109). News name the changed records, but not the changes: a page that needs them
 * makes a call, which is checked like any other.
 */
export interface Topic {
  /** Unique in the house: `clue.mine`. */
  readonly name: string;
  /** The permission to get the news, limited to its data scope; `session` means everybody who has signed in. */
  readonly permission: string;
}

/** The news of a topic since the last message: these records, or too many to name. */
export type TopicNews = readonly string[] | "all";

/** The cards of 我的待办; its ids are the keys of cards. */
export const todoTopic: Topic = { name: "todo", permission: "session" };
