import type { Endpoint, EventType, LiveEvent } from "@ops/platform/contract";
import type { Kysely } from "kysely";
import type { z } from "zod";
import type { Actor } from "../actor.ts";
import type { Approvals } from "../approval/flow.ts";
import type { AuditTrail } from "../audit/trail.ts";
import type { Kept } from "../cache/kept.ts";
import type { DayFigure } from "../figures/day-figure.ts";
import type { StageCounter } from "../figures/stage-counter.ts";
import type { Files } from "../file/store.ts";
import type { JobType } from "../jobs/job.ts";
import type { TopicAudience } from "../live/tell-topic.ts";
import type { Logger } from "../log.ts";
import type { HomeWidget } from "../module.ts";
import type { NoticeCarrier } from "../notice/carrier.ts";
import type { OutwardPort } from "../outside/port.ts";
import type { ParamDeclaration } from "../params/declare.ts";
import type { Port } from "../port.ts";
import type { Refs } from "../refs/source.ts";
import type { RequestFacts } from "../request.ts";
import type { Vault } from "../secret/vault.ts";
import type { TimerType } from "../timer/timer.ts";
import type { WholeSearch } from "../unmask/whole-value.ts";
import type { Usage } from "../usage.ts";
import type { WorkInHand } from "../work-in-hand.ts";

/** The receivers of a live event: one session, one person, or everybody. */
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
  /** The permission whose data scope applies to this call. */
  readonly permission: string;
  readonly request: RequestFacts;
  readonly trail: AuditTrail;
  readonly log: Logger;
  /** Every call that this node answers; permissions and their names derive from it. */
  readonly endpoints: readonly Endpoint[];
  /** All kinds of open work of people and organisations, of all modules, in the order in which they are handed over. */
  readonly workInHand: readonly WorkInHand[];
  /** All references from records of one module to those of another. */
  readonly usages: readonly Usage[];
  /** Lists what the modules of this node give to a port, lowest module first. */
  given<T>(port: Port<T>): readonly T[];
  /** The cards that modules add to the home page. */
  readonly homeWidgets: readonly HomeWidget[];
  /** The ways besides the bell by which notices reach people, of all modules. */
  readonly noticeCarriers: readonly NoticeCarrier[];
  /** The figures of all modules that jobs of the platform maintain. */
  readonly figures: { readonly counters: readonly StageCounter[]; readonly days: readonly DayFigure[] };
  /** The kinds of records that others point at, of all modules. */
  readonly refs: Refs;
  /** The approval flows of all modules, and their staffing. */
  readonly approvals: Approvals;
  /** The kinds of attachments of all modules, and where contents lie. */
  readonly files: Files;
  /** Seals personal data and opens it again. */
  readonly vault: Vault;
  /** How a person is called, for messages. */
  personName(userId: string): Promise<string>;
  param<T>(declared: ParamDeclaration<T>): T;
  /** Reads a value that this node caches under the key, and loads it if necessary. */
  kept<T>(declared: Kept<T>, key: string): Promise<T>;
  publish<P extends z.ZodObject>(event: EventType<P>, payload: z.output<P>): Promise<void>;
  /** Many of one kind, in this order, with one statement. */
  publishAll<P extends z.ZodObject>(event: EventType<P>, payloads: readonly z.output<P>[]): Promise<void>;
  enqueue<P extends z.ZodObject>(job: JobType<P>, payload: z.input<P>, options?: EnqueueOptions): Promise<void>;
  /**
   * Fires the timer of this key at this time, with the commit; one that is set already is moved (PF-R110). Operators see the
   * key, so it is the id of a record and never a phone or a name.
   */
  setTimer<P extends z.ZodObject>(timer: TimerType<P>, key: string, at: Date, payload: z.input<P>): Promise<void>;
  /** Takes the timer of this key back, with the commit. */
  clearTimer(timer: { readonly kind: string }, key: string): Promise<void>;
  /** Calls an outside system after the commit. There is one call per key, however often this is called (PF-R120). */
  askOutside<R extends z.ZodType, A extends z.ZodType>(
    port: OutwardPort<R, A>,
    key: string,
    request: z.input<R>,
  ): Promise<void>;
  tell(audience: Audience, event: LiveEvent): Promise<void>;
  /** Tells the open pages of this topic, at the commit, that these records have changed (PF-R109). */
  tellTopic(audience: TopicAudience, ids: readonly string[]): Promise<void>;
  /** Counts and logs a search by a masked value. Throws if the person has searched without a result too often today. */
  noteWholeSearch(search: WholeSearch): Promise<void>;
  /** The next business number of a kind (PF-R89). */
  nextNumber(kind: string): Promise<string>;
  /** Draws several numbers at once, without a gap between them (PF-R133). */
  nextNumbers(kind: string, count: number): Promise<string[]>;
  /** Drops the cached values of this key on every node after the commit. */
  invalidate(cacheKey: string): Promise<void>;
}

export interface EnqueueOptions {
  /** At most one waiting job per key. */
  readonly key?: string;
  readonly startAfterSeconds?: number;
}
