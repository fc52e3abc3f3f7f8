import type { DictDeclaration, Endpoint, EventType, MessageTemplate, Topic } from "@ops/platform/contract";
import type { z } from "zod";
import type { BelongingsOf } from "./announcement/mine.ts";
import type { ApprovalFlow } from "./approval/flow.ts";
import type { Staffing } from "./approval/staffing.ts";
import type { BatchSource } from "./batch/source.ts";
import type { Tx } from "./db/tx.ts";
import type { ImportSource } from "./excel/import/import-source.ts";
import type { SheetSource } from "./excel/source.ts";
import type { DayFigure } from "./figures/day-figure.ts";
import type { StageCounter } from "./figures/stage-counter.ts";
import type { FileKind } from "./file/kind.ts";
import type { SignedAdmission } from "./http/check/signed.ts";
import type { HookRoute } from "./http/hooks.ts";
import type { Route } from "./http/route.ts";
import type { JobType, Schedule } from "./jobs/job.ts";
import type { KnownPlaces } from "./lbs/map-service.ts";
import type { NoticeCarrier } from "./notice/carrier.ts";
import type { NumberRule } from "./number/numbering.ts";
import type { OutwardPort } from "./outside/port.ts";
import type { ParamDeclaration } from "./params/declare.ts";
import type { Gift } from "./port.ts";
import type { RefSource } from "./refs/source.ts";
import type { ActorOf } from "./task/work.ts";
import type { TimerType } from "./timer/timer.ts";
import type { TodoSource } from "./todo/todo.ts";
import type { Usage } from "./usage.ts";
import type { WorkInHand } from "./work-in-hand.ts";

export interface Listener {
  readonly event: EventType;
  /** Unique in the house; deliveries are counted per listener. */
  readonly name: string;
  /** The Chinese title for operators. */
  readonly title: string;
  hear(tx: Tx, payload: never): Promise<void>;
  /** For events that come in crowds: some of them in one transaction, of each record one. */
  hearAll?(tx: Tx, payloads: readonly never[]): Promise<void>;
}

/** Declares a listener. It must be idempotent, because it may get an event twice. */
export function on<P extends z.ZodObject>(
  event: EventType<P>,
  { name, title }: Pick<Listener, "name" | "title">,
  hear: (tx: Tx, payload: z.output<P>) => Promise<void>,
): Listener {
  return { event: event as unknown as EventType, name, title, hear: hear as Listener["hear"] };
}

/**
 * Does the same for events that come in large numbers. If it throws, only the event that causes the error is put off.
 */
export function onMany<P extends z.ZodObject>(
  event: EventType<P>,
  named: Pick<Listener, "name" | "title">,
  hearAll: (tx: Tx, payloads: readonly z.output<P>[]) => Promise<void>,
): Listener {
  const one = on(event, named, (tx, payload) => hearAll(tx, [payload]));
  return { ...one, hearAll: hearAll as NonNullable<Listener["hearAll"]> };
}

/** What a module with a cache may use of the running node. */
export interface NodeAccess {
  /** On read-only connections, as the system. */
  read<T>(act: (tx: Tx) => Promise<T>): Promise<T>;
  /** In a transaction of its own, as the system, without an audit row: for bookkeeping that is no change of business. */
  commit<T>(act: (tx: Tx) => Promise<T>): Promise<T>;
  /** `drop` gets the part of the key after the prefix, or null if everything may be outdated. */
  onInvalidate(prefix: string, drop: (key: string | null) => void): void;
  now(): Date;
  /** Every call that this node answers, of all modules. */
  endpoints(): readonly Endpoint[];
}

/** How a call ended. */
export interface AnsweredCall {
  readonly endpoint: Endpoint;
  /** Who called; null before it is known, and for calls without a session. */
  readonly userId: string | null;
  readonly status: number;
  /** Empty when it succeeded. */
  readonly msgCode: string;
  readonly ms: number;
  /** Whether the caller had no right, or the record was outside of the scope. */
  readonly overstepped: boolean;
  /** Request and answer, if they are stored; not masked yet. */
  readonly bodies: { readonly traceId: string; readonly request: unknown; readonly answer: unknown } | null;
}

/** Checks every call. The module that keeps the catalogue of interfaces provides it. */
export interface CallWatch {
  /**
   * Called after the check of rights. Throws if the interface is out of service or this caller calls it too often. A
   * caller is a person, an API client, or the address of somebody who is not signed in.
   */
  admit(
    endpoint: Endpoint,
    caller: string,
  ): Promise<{
    /** Leaves an audit row even if it only reads, with a reason. */
    readonly logged: boolean;
    /** Whether request and answer are stored. */
    readonly keepsBody: boolean;
  }>;
  /** Called after the answer was sent. */
  answered(call: AnsweredCall): void;
}

/** A card that a module adds to the home page (PF-R129). */
export interface HomeWidget {
  readonly key: `${string}.${string}`;
  /** The widget is for people who have one of these codes; without codes it is for everybody. */
  readonly needs?: readonly string[];
}

/** An account for trying the product, which the first start prints. */
export interface DemoAccount {
  readonly phone: string;
  readonly staffNo: string;
  readonly password: string;
  readonly note: string;
}

/** Everything the platform has to know of a module; nothing is registered anywhere else. */
export interface Module {
  readonly name: string;
  /** Folder of its SQL migrations. */
  readonly migrations?: string;
  readonly routes?: readonly Route[];
  /** Where foreign systems call in formats of their own (PF-R122). */
  readonly hooks?: readonly HookRoute[];
  readonly listeners?: readonly Listener[];
  // biome-ignore lint/suspicious/noExplicitAny: jobs of different payloads stand in one list; each checks its own
  readonly jobs?: readonly JobType<any>[];
  readonly schedules?: readonly Schedule[];
  // biome-ignore lint/suspicious/noExplicitAny: timers of different payloads stand in one list; each checks its own
  readonly timers?: readonly TimerType<any>[];
  /** The outside systems that it calls (PF-R120). */
  // biome-ignore lint/suspicious/noExplicitAny: ports of different requests stand in one list; each checks its own
  readonly outward?: readonly OutwardPort<any, any>[];
  /** The messages that it sends by SMS (PF-R125). */
  readonly messages?: readonly MessageTemplate[];
  // biome-ignore lint/suspicious/noExplicitAny: parameters of different types stand in one list; each parses its own
  readonly params?: readonly ParamDeclaration<any>[];
  readonly dictionaries?: readonly DictDeclaration[];
  readonly numbers?: readonly NumberRule[];
  /** The attachments that its records take. */
  readonly files?: readonly FileKind[];
  /** Addresses that it knows, such as those of stores, which are suggested while somebody types one (PF-R102). */
  readonly places?: KnownPlaces;
  /** Its cards of 我的待办 on the home page. */
  readonly todos?: readonly TodoSource[];
  /** Other ways by which it delivers notices (PF-R124). */
  readonly noticeCarriers?: readonly NoticeCarrier[];
  /** The topics whose news its open pages get (PF-R109). */
  readonly topics?: readonly Topic[];
  /** The lists that it gives as Excel (PF-R94). */
  readonly exports?: readonly SheetSource[];
  /** The kinds of data that it takes as Excel (PF-R95). */
  readonly imports?: readonly ImportSource[];
  /** Its actions on many records at once (PF-R119). */
  readonly batches?: readonly BatchSource[];
  /** Finds the present rights of a person, for work without a session. The module that keeps accounts provides it. */
  readonly actorOf?: ActorOf;
  /** Finds what the actor belongs to. The module that keeps organisations and roles provides it. */
  readonly belongings?: BelongingsOf;
  /** Tells who has which rights where. The module that keeps accounts and organisations provides it. */
  readonly staffing?: Staffing;
  /** The requests about its records that must be approved (PF-R113). */
  // biome-ignore lint/suspicious/noExplicitAny: flows of different facts stand in one list; each checks its own
  readonly approvalFlows?: readonly ApprovalFlow<any>[];
  /** The records that people and organisations have as open work, and how they are handed over. */
  readonly workInHand?: readonly WorkInHand[];
  /** Its records that those of any module may point at. */
  readonly refs?: readonly RefSource[];
  /** Its cards of the home page, beside those of everybody; its web door fills the slot `homeWidgets` with them. */
  readonly homeWidgets?: readonly HomeWidget[];
  /** Counts of its records by state, maintained with the rows (PF-R126). */
  readonly stageCounters?: readonly StageCounter[];
  /** The figures that it counts for each day (PF-R127). */
  readonly dayFigures?: readonly DayFigure[];
  /** Which records of other modules its own point at. */
  readonly usages?: readonly Usage[];
  /** What it gives to the ports of modules below it: kinds, sources, resolvers (decision 0054). */
  readonly gives?: readonly Gift[];
  /** Runs at every start, one node at a time: default menus, catalogue. Must change nothing the second time. */
  readonly onStart?: (tx: Tx) => Promise<void>;
  /**
   * Finds which sessions are still valid. The module that keeps them provides it. The live channels of the others end.
   */
  readonly livingSessions?: (tx: Tx, sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Called once when the node is up, before it serves. */
  readonly connect?: (node: NodeAccess) => void;
  /** Called once before the node goes down, while it can still write. */
  readonly disconnect?: () => Promise<void>;
  /**
   * Its part of the demo data. It is written after that of the modules on which it depends, in the same transaction.
   */
  readonly demo?: { load(tx: Tx): Promise<void>; readonly accounts?: readonly DemoAccount[] };
  readonly calls?: CallWatch;
  /** Admits calls of other systems, which sign them instead of holding a session. */
  readonly signedCalls?: SignedAdmission;
}

export function defineModule<const M extends Module>(module: M): M {
  return module;
}

/** Every list that a module gives as Excel: those that it names, and those that came with their list. */
export function sheetsOf({ routes = [], exports: named = [] }: Module): SheetSource[] {
  return [...named, ...routes.flatMap((route) => (route.kind === "reads" && route.exports ? [route.exports] : []))];
}
