import type { Tx } from "@ops/platform/server";
import type { PartnerRow } from "../company/tables.ts";

type Facts = Readonly<Record<string, unknown>>;

/** One thing that lies with a partner: an account, a clue, an order. */
export interface CascadeTarget {
  /** Unique among the things of its kind. */
  readonly id: string;
  /** What people know it by. */
  readonly label: string;
}

/** A thing that a suspension or an exit touches. */
export interface CascadeItem {
  readonly suspensionId: string;
  readonly partner: PartnerRow;
  readonly targetId: string;
  /** Whom the plan names for it; null where the action names nobody. */
  readonly receiverId: string | null;
  readonly source: "SUSPEND" | "EXIT";
  readonly reason: string;
}

/** The same once it was touched: what it was and what the cascade made of it. */
export interface TouchedItem extends CascadeItem {
  readonly action: string;
  readonly before: Facts;
  readonly after: Facts;
}

export interface CascadeAction {
  readonly action: string;
  readonly label: string;
  /** The choice of whom it goes to, for actions that name somebody. */
  readonly receiversOf?: (tx: Tx, partner: PartnerRow) => Promise<{ id: string; name: string }[]>;
}

/**
 * A kind of thing that has to be seen to when a partner stops (PT-R7), declared by the module that owns it. Each item is
 * touched in a transaction of its own, once per suspension however often the job runs.
 */
export interface CascadeKind {
  /** Unique in the house, after its module: `clue.open`. */
  readonly kind: `${string}.${string}`;
  readonly label: string;
  /** What can be done with it on a suspension. */
  readonly actions: readonly [CascadeAction, ...CascadeAction[]];
  readonly defaultAction: string;
  /** Done with the confirmation itself, not after it; for a few things only. */
  readonly isAtOnce?: true;
  /** Done on an exit whatever the plan says, where the rules leave no choice. */
  readonly exitAction?: string;
  /** The list of such things, with the filters that show those of the partner. */
  readonly listedAt?: (partner: PartnerRow) => { route: `/${string}`; filters: Record<string, string> };
  /** The permission of those who look after such things: they are told (PT-R20). */
  readonly headCode?: string;
  /** What lies with the partner now. */
  list(tx: Tx, partner: PartnerRow): Promise<CascadeTarget[]>;
  act(tx: Tx, item: CascadeItem, action: string): Promise<{ before: Facts; after: Facts }>;
  /** Only what is still as the cascade left it goes back (PT-R8); answers why it did not. */
  restore(tx: Tx, item: TouchedItem): Promise<"RESTORED" | string>;
}

const kinds = new Map<string, CascadeKind>();

/** For modules above: called once, where the module is put together. Answers how to take it back. */
export function registerCascadeKind(kind: CascadeKind): () => void {
  if (!kind.actions.some(({ action }) => action === kind.defaultAction)) {
    throw new Error(`${kind.kind} has no action ${kind.defaultAction}`);
  }
  kinds.set(kind.kind, kind);
  return () => void kinds.delete(kind.kind);
}

/** In the order in which they are done. */
export function cascadeKinds(): CascadeKind[] {
  return [...kinds.values()];
}

export function cascadeKind(kind: string): CascadeKind | null {
  return kinds.get(kind) ?? null;
}
