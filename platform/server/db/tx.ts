import type { Endpoint, EventType, LiveEvent } from "@ops/platform/contract";
import type { Kysely } from "kysely";
import type { z } from "zod";
import type { Actor } from "../actor.ts";
import type { AuditTrail } from "../audit/trail.ts";
import type { Files } from "../file/store.ts";
import type { JobType } from "../jobs/job.ts";
import type { Kept } from "../kept.ts";
import type { Logger } from "../log.ts";
import type { ParamDeclaration } from "../params/declare.ts";
import type { RequestFacts } from "../request.ts";
import type { WholeSearch } from "../unmask/whole-value.ts";
import type { Usage } from "../usage.ts";
import type { Vault } from "../vault.ts";
import type { WorkInHand } from "../work-in-hand.ts";

/** Who hears a live event: one session, one person, or everybody. */
export type Audience = { readonly sessionId: string } | { readonly userId: string } | "everyone";

/**
 * All that a service can reach: the database on this transaction, who acts, the time, and what leaves with the commit.
 * Data, audit row, events, jobs and live messages are committed together or not at all.
 */
export interface Tx {
  /** Spoken to through a module's own `db(tx)`. */
  readonly kysely: Kysely<unknown>;
  readonly actor: Actor;
  readonly now: Date;
  /** The permission on whose data scope this call works. */
  readonly permission: string;
  readonly request: RequestFacts;
  readonly trail: AuditTrail;
  readonly log: Logger;
  /** Every call that this node answers; permissions and their names derive from it. */
  readonly endpoints: readonly Endpoint[];
  /** Every kind of work that people and organisations hold, of all modules. */
  readonly workInHand: readonly WorkInHand[];
  /** Every way in which records of one module point at those of another. */
  readonly usages: readonly Usage[];
  /** The kinds of attachments of all modules, and where contents lie. */
  readonly files: Files;
  /** Seals personal data and opens it again. */
  readonly vault: Vault;
  /** How a person is called, for messages. */
  personName(userId: string): Promise<string>;
  param<T>(declared: ParamDeclaration<T>): T;
  /** What this node keeps in memory under the key, loaded when it is not there. */
  kept<T>(declared: Kept<T>, key: string): Promise<T>;
  publish<P extends z.ZodObject>(event: EventType<P>, payload: z.output<P>): Promise<void>;
  /** Many of one kind, in this order, with one statement. */
  publishAll<P extends z.ZodObject>(event: EventType<P>, payloads: readonly z.output<P>[]): Promise<void>;
  enqueue<P extends z.ZodObject>(job: JobType<P>, payload: z.input<P>, options?: EnqueueOptions): Promise<void>;
  tell(audience: Audience, event: LiveEvent): Promise<void>;
  /** Counts and logs a search by a masked value; throws when the person has searched in vain too often today. */
  noteWholeSearch(search: WholeSearch): Promise<void>;
  /** The next business number of a kind (PF-R89). */
  nextNumber(kind: string): Promise<string>;
  /** Drops what every node keeps under this key, once the transaction has committed. */
  invalidate(cacheKey: string): Promise<void>;
}

export interface EnqueueOptions {
  /** At most one waiting job per key. */
  readonly key?: string;
  readonly startAfterSeconds?: number;
}
