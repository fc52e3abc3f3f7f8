import type { Actor } from "../actor.ts";
import type { Tx } from "../db/tx.ts";

/** A person whose scope of a code includes an organisation. */
export interface HolderAt {
  readonly userId: string;
  /** Where the person works. */
  readonly organizationId: string;
  /** How many levels the post is above the organisation, 0 at the organisation itself; null if it is elsewhere. */
  readonly steps: number | null;
}

/**
 * The place of an approval level in the tree, relative to the organisation that the request names. At `record` everybody
 * decides who has the record in scope; at `named` only those who reach that organisation, although others see the record, too.
 */
export type LevelPlace = "record" | "named" | "region" | "hq";

/** Tells who has which rights where. The module that keeps accounts and organisations provides it (PF-R123). */
export interface Staffing {
  /**
   * Finds active people whose scope of the code includes the organisation, nearest first. Administrators are not
   * counted.
   */
  holdersAt(tx: Tx, code: string, orgId: string): Promise<readonly HolderAt[]>;
  /** Finds the leaders of so many organisations above this one, nearest first. */
  leadersAbove(tx: Tx, orgId: string, levels: number): Promise<readonly string[]>;
  /** Finds active people who have all these codes, with any scope. */
  holdersOfAll(tx: Tx, codes: readonly string[]): Promise<readonly string[]>;
  /** Finds active people who have the code and whose scope contains an organisation where such a level stands. */
  holdersFor(tx: Tx, code: string, at: LevelPlace): Promise<readonly string[]>;
  /** The organisation of a level: this one (`record`, `named`), its region, or headquarters. */
  placeOf(tx: Tx, orgId: string, at: LevelPlace): Promise<string>;
  /**
   * Finds the present rights of people over all their posts, with a few queries however many they are. Whoever can no
   * longer act is left out.
   */
  actorsEverywhere(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, Actor>>;
  personNames(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  organizationNames(tx: Tx, orgIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** The staffing without a module that keeps accounts, in which nobody can be asked. */
export const noStaffing: Staffing = {
  holdersAt: async () => [],
  leadersAbove: async () => [],
  holdersOfAll: async () => [],
  holdersFor: async () => [],
  placeOf: async (_tx, orgId) => orgId,
  actorsEverywhere: async () => new Map(),
  personNames: async () => new Map(),
  organizationNames: async () => new Map(),
};
