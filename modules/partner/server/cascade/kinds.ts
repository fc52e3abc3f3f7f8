import { port, type Tx } from "@ops/platform/server";
import type { PublishedPartner } from "../company/published.ts";

type Facts = Readonly<Record<string, unknown>>;

/** One thing that belongs to a partner, such as an account, a clue or an order. */
export interface CascadeTarget {
  /** The id is unique within its kind. */
  readonly id: string;
  /** The name by which people know the thing. */
  readonly label: string;
}

/** A thing that a suspension or an exit changes. */
export interface CascadeItem {
  readonly suspensionId: string;
  readonly partner: PublishedPartner;
  readonly targetId: string;
  /** The receiver that the plan names; null if the action needs none. */
  readonly receiverId: string | null;
  readonly source: "SUSPEND" | "EXIT";
  readonly reason: string;
}

/** The same thing after its change, with its data before and after. */
export interface TouchedItem extends CascadeItem {
  readonly action: string;
  readonly before: Facts;
  readonly after: Facts;
}

export interface CascadeAction {
  readonly action: string;
  readonly label: string;
  /** Lists possible receivers, for actions that need one. */
  readonly receiversOf?: (tx: Tx, partner: PublishedPartner) => Promise<{ id: string; name: string }[]>;
  /**
   * For things about which people first decide in their own module. The action runs at this time, unless nothing is
   * left to do by then. Without it, the action runs at once.
   */
  readonly dueAt?: (tx: Tx) => Date;
}

/**
 * A kind of thing that must be handled when a partner stops (PT-R7). The module that owns the things declares it. Each
 * thing is changed in a transaction of its own, once per suspension, however often the job runs.
 */
export interface CascadeKind {
  /** A unique name that begins with the module, such as `clue.open`. */
  readonly kind: `${string}.${string}`;
  readonly label: string;
  /** The possible actions in a suspension. */
  readonly actions: readonly [CascadeAction, ...CascadeAction[]];
  readonly defaultAction: string;
  /** Whether the change is part of the confirmation itself. This is only for kinds with few things. */
  readonly isAtOnce?: true;
  /** The action of an exit, whatever the plan says, where the rules leave no choice. */
  readonly exitAction?: string;
  /** The list of these things, with the filters for the partner. */
  readonly listedAt?: (partner: PublishedPartner) => { route: `/${string}`; filters: Record<string, string> };
  /** The permission of the people who are responsible for these things and are notified (PT-R20). */
  readonly headCode?: string;
  /** Counts the things of the partner. Kinds with thousands of things provide it; for others the list is counted. */
  countOf?(tx: Tx, partner: PublishedPartner): Promise<number>;
  /** Lists the things of the partner now, up to `most` if only some are shown. */
  list(tx: Tx, partner: PublishedPartner, most?: number): Promise<CascadeTarget[]>;
  /** Answers null if nothing is left to do, because somebody has handled the thing meanwhile. */
  act(tx: Tx, item: CascadeItem, action: string): Promise<{ before: Facts; after: Facts } | null>;
  /** Restores a thing only if it is still as the cascade left it (PT-R8). Otherwise answers the reason. */
  restore(tx: Tx, item: TouchedItem): Promise<"RESTORED" | string>;
}

/** Takes the kinds of all modules, in the order in which they are processed. */
export const cascadePort = port<CascadeKind>("partner.cascade", ({ kind, actions, defaultAction, isAtOnce }) => {
  if (!actions.some(({ action }) => action === defaultAction))
    throw new Error(`${kind} has no action ${defaultAction}`);
  if (isAtOnce && actions.some(({ dueAt }) => dueAt)) {
    throw new Error(`${kind} is done with the confirmation, so none of its actions waits`);
  }
});

export function cascadeKind(tx: Tx, kind: string): CascadeKind | null {
  return tx.given(cascadePort).find((one) => one.kind === kind) ?? null;
}
