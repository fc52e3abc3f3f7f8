import type { DictDeclaration, Endpoint, EventType } from "@ops/platform/contract";
import type { z } from "zod";
import type { BelongingsOf } from "./announcement/mine.ts";
import type { Tx } from "./db/tx.ts";
import type { ImportSource } from "./excel/import-source.ts";
import type { SheetSource } from "./excel/source.ts";
import type { FileKind } from "./file/kind.ts";
import type { Route } from "./http/route.ts";
import type { SignedAdmission } from "./http/signed.ts";
import type { JobType, Schedule } from "./jobs/job.ts";
import type { KnownPlaces } from "./lbs/map-service.ts";
import type { NumberRule } from "./numbering.ts";
import type { ParamDeclaration } from "./params/declare.ts";
import type { ActorOf } from "./task/work.ts";
import type { TodoSource } from "./todo/todo.ts";
import type { Usage } from "./usage.ts";
import type { WorkInHand } from "./work-in-hand.ts";

export interface Listener {
  readonly event: EventType;
  /** Unique in the house; deliveries are counted per listener. */
  readonly name: string;
  hear(tx: Tx, payload: never): Promise<void>;
  /** For events that come in crowds: some of them in one transaction, of each record one. */
  hearAll?(tx: Tx, payloads: readonly never[]): Promise<void>;
}

/** Told twice, a listener must change nothing the second time. */
export function on<P extends z.ZodObject>(
  event: EventType<P>,
  name: string,
  hear: (tx: Tx, payload: z.output<P>) => Promise<void>,
): Listener {
  return { event: event as unknown as EventType, name, hear: hear as Listener["hear"] };
}

/** The same for events that come in crowds. What it throws is put off with the very event that causes it. */
export function onMany<P extends z.ZodObject>(
  event: EventType<P>,
  name: string,
  hearAll: (tx: Tx, payloads: readonly z.output<P>[]) => Promise<void>,
): Listener {
  const one = on(event, name, (tx, payload) => hearAll(tx, [payload]));
  return { ...one, hearAll: hearAll as NonNullable<Listener["hearAll"]> };
}

/** What a module that keeps something in memory may ask of the running node. */
export interface NodeAccess {
  /** On read-only connections, as the system. */
  read<T>(act: (tx: Tx) => Promise<T>): Promise<T>;
  /** In a transaction of its own, as the system, without an audit row: for bookkeeping that is no change of business. */
  commit<T>(act: (tx: Tx) => Promise<T>): Promise<T>;
  /** `drop` gets the rest of the key after the prefix, or null when everything may be stale. */
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
  /** Asked for what the caller has no right to, or for a record out of scope. */
  readonly overstepped: boolean;
  /** What was sent and answered, where it is to be kept; not masked yet. */
  readonly bodies: { readonly traceId: string; readonly request: unknown; readonly answer: unknown } | null;
}

/** Stands at the door of every call; the module that keeps the catalogue of interfaces answers it. */
export interface CallWatch {
  /**
   * Asked once the caller may: throws when the interface is out of service or this caller calls it too often. Who that is: a
   * person, an API client, or the address of somebody who is not signed in.
   */
  admit(
    endpoint: Endpoint,
    caller: string,
  ): Promise<{
    /** Leaves an audit row even if it only reads, with a reason. */
    readonly logged: boolean;
    /** What is sent and answered is kept. */
    readonly keepsBody: boolean;
  }>;
  /** Told after the answer has left. */
  answered(call: AnsweredCall): void;
}

/** Somebody whom people try the product as; printed at the first start. */
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
  readonly listeners?: readonly Listener[];
  // biome-ignore lint/suspicious/noExplicitAny: jobs of different payloads stand in one list; each checks its own
  readonly jobs?: readonly JobType<any>[];
  readonly schedules?: readonly Schedule[];
  // biome-ignore lint/suspicious/noExplicitAny: parameters of different types stand in one list; each parses its own
  readonly params?: readonly ParamDeclaration<any>[];
  readonly dictionaries?: readonly DictDeclaration[];
  readonly numbers?: readonly NumberRule[];
  /** The attachments that its records take. */
  readonly files?: readonly FileKind[];
  /** Addresses that it keeps, such as those of stores; suggested where somebody types one (PF-R102). */
  readonly places?: KnownPlaces;
  /** Its cards of 我的待办 on the home page. */
  readonly todos?: readonly TodoSource[];
  /** The lists that it gives as Excel (PF-R94). */
  readonly exports?: readonly SheetSource[];
  /** The kinds of data that it takes as Excel (PF-R95). */
  readonly imports?: readonly ImportSource[];
  /** Who somebody is now, for work that runs without a session; told by the module that keeps accounts. */
  readonly actorOf?: ActorOf;
  /** What the actor belongs to; told by the module that keeps organisations and roles. */
  readonly belongings?: BelongingsOf;
  /** Which of its records people and organisations hold, and how they change hands. */
  readonly workInHand?: readonly WorkInHand[];
  /** Which records of other modules its own point at. */
  readonly usages?: readonly Usage[];
  /** Runs at every start, one node at a time: default menus, catalogue. Must change nothing the second time. */
  readonly onStart?: (tx: Tx) => Promise<void>;
  /** Which of these sessions still answer; told by the module that keeps them. Live channels of the others end. */
  readonly livingSessions?: (tx: Tx, sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Called once when the node is up, before it serves. */
  readonly connect?: (node: NodeAccess) => void;
  /** Called once before the node goes down, while it can still write. */
  readonly disconnect?: () => Promise<void>;
  /** Its part of the demo data: written after that of the modules it has visas for, in the same transaction. */
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
