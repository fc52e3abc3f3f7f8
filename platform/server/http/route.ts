import type { Readable } from "node:stream";
import type {
  AnswerFrom,
  BusinessError,
  Endpoint,
  HandlerInput,
  LiveEvent,
  ReadEndpoint,
  WriteEndpoint,
} from "@ops/platform/contract";
import type { Actor } from "../actor.ts";
import type { Tx } from "../db/tx.ts";
import type { SheetSource } from "../excel/source.ts";
import type { Spool } from "../file/spool.ts";
import type { RequestFacts } from "../request.ts";

export interface Download {
  readonly fileName: string;
  readonly contentType: string;
  /** The whole of it; opened when it is sent where parts can be fetched. */
  readonly body: Readable | Buffer | (() => Promise<Readable>);
  readonly size?: number;
  /** A part of it, where parts can be fetched: players seek in audio and video (PF-R133). `to` is the last byte. */
  readonly part?: (from: number, to: number) => Promise<Readable>;
  /** Whether it is shown instead of saved, as for images. */
  readonly isInline?: boolean;
}

/** A file from a form. It is on disk until the call is answered. */
export interface UploadedFile {
  /** As the client called it; not to be trusted. */
  readonly name: string;
  readonly content: Spool;
  /** More came than any file may have; the rest was let go. */
  readonly isCut: boolean;
}

/** Several short transactions instead of one: for calls that compute or wait in between, such as a password check. */
export interface Steps {
  readonly actor: Actor;
  readonly request: RequestFacts;
  /** Aborted when the caller has gone: what takes its time ends there. */
  readonly signal: AbortSignal;
  /**
   * Reports a refusal that the call answers instead of throwing it, such as a row of an import or one person of many.
   * An attempt to do more than allowed is logged, once per call, and counted like a refusal of the whole call (PF-R97).
   */
  noteRefusal(refusal: BusinessError): void;
  /** A transaction of its own that stays even if the call is refused later (used-up codes, failure counts). */
  commit<T>(act: (tx: Tx) => Promise<T>): Promise<T>;
  /** The last transaction, with the audit row of the call. */
  finish<T>(act: (tx: Tx) => Promise<T>): Promise<T>;
}

export interface StreamContext {
  readonly actor: Actor;
  /** What `LiveHub` had heard of changes of rights before those of the actor were read. */
  readonly rightsMark: number;
  readonly request: RequestFacts;
  readonly signal: AbortSignal;
}

/** An event without an id is not stored, so a page that was away does not get it later. */
export type StreamItem = { readonly id: string | null; readonly event: LiveEvent } | "heartbeat";

// Handlers are kept with the input type erased; the makers below are where it is checked.
type Erased = { params: never; query: never; body: never };
export type Route =
  | {
      kind: "reads";
      endpoint: Endpoint;
      handle: (tx: Tx, input: Erased) => Promise<unknown>;
      /** The export of the same rows, if the route is a list with one. */
      exports?: SheetSource;
    }
  | {
      kind: "writes";
      endpoint: WriteEndpoint;
      handle: (tx: Tx, input: Erased) => Promise<unknown>;
      /** The table of the record that `{id}` names, if the contract does not declare it. */
      changes?: string;
    }
  | { kind: "steps"; endpoint: WriteEndpoint; handle: (steps: Steps, input: Erased) => Promise<unknown> }
  | {
      kind: "upload";
      endpoint: WriteEndpoint;
      handle: (steps: Steps, input: Erased, file: UploadedFile) => Promise<unknown>;
    }
  | {
      kind: "download";
      endpoint: Endpoint;
      handle: (tx: Tx, input: Erased) => Promise<Download>;
      note?: (tx: Tx, input: Erased) => Promise<void>;
    }
  | {
      kind: "stream";
      endpoint: Endpoint;
      handle: (context: StreamContext, input: Erased) => AsyncIterable<StreamItem>;
    };

type ReadRoute = Extract<Route, { kind: "reads" }>;

/** When a call got its code, counted up. */
const places = new WeakMap<Endpoint, number>();
let made = 0;

function keepPlace(endpoint: Endpoint): void {
  if (!places.has(endpoint)) places.set(endpoint, ++made);
}

/** The place of a route among all, in the order of their files: exports of a file come sorted by name and do not tell it. */
export function placeOf({ endpoint }: Route): number {
  return places.get(endpoint) ?? 0;
}

/** Answers a GET on read-only connections. */
export function reads<E extends ReadEndpoint>(
  endpoint: E,
  handle: (tx: Tx, input: HandlerInput<E>) => Promise<AnswerFrom<E>>,
): ReadRoute {
  keepPlace(endpoint);
  return { kind: "reads", endpoint, handle: handle as (tx: Tx, input: Erased) => Promise<unknown> };
}

/** Opens one transaction; data, audit row, events, jobs and live messages are committed together. */
export function writes<E extends WriteEndpoint>(
  endpoint: E,
  handle: (tx: Tx, input: HandlerInput<E>) => Promise<AnswerFrom<E>>,
): Route {
  keepPlace(endpoint);
  return { kind: "writes", endpoint, handle: handle as (tx: Tx, input: Erased) => Promise<unknown> };
}

/** A write in several short transactions; the last one carries the audit row. */
export function inSteps<E extends WriteEndpoint>(
  endpoint: E,
  handle: (steps: Steps, input: HandlerInput<E>) => Promise<AnswerFrom<E>>,
): Route {
  keepPlace(endpoint);
  return { kind: "steps", endpoint, handle: handle as (steps: Steps, input: Erased) => Promise<unknown> };
}

/** Takes a file, in several short transactions: its content may go over the network. */
export function uploads<E extends WriteEndpoint & { uploads: true }>(
  endpoint: E,
  handle: (steps: Steps, input: HandlerInput<E>, file: UploadedFile) => Promise<AnswerFrom<E>>,
): Route {
  keepPlace(endpoint);
  return {
    kind: "upload",
    endpoint,
    handle: handle as (steps: Steps, input: Erased, file: UploadedFile) => Promise<unknown>,
  };
}

/**
 * Answers a file, with its name in the header `export-filename`. If the download is logged, `note` names its subject,
 * in its own transaction before the file is sent.
 */
export function downloads<E extends Endpoint & { downloads: true }>(
  endpoint: E,
  handle: (tx: Tx, input: HandlerInput<E>) => Promise<Download>,
  note?: (tx: Tx, input: HandlerInput<E>) => Promise<void>,
): Route {
  keepPlace(endpoint);
  return {
    kind: "download",
    endpoint,
    handle: handle as (tx: Tx, input: Erased) => Promise<Download>,
    ...(note ? { note: note as (tx: Tx, input: Erased) => Promise<void> } : {}),
  };
}

/** Keeps the connection open and sends events as they come. */
export function streams<E extends Endpoint & { streams: unknown }>(
  endpoint: E,
  handle: (context: StreamContext, input: HandlerInput<E>) => AsyncIterable<StreamItem>,
): Route {
  keepPlace(endpoint);
  return {
    kind: "stream",
    endpoint,
    handle: handle as (context: StreamContext, input: Erased) => AsyncIterable<StreamItem>,
  };
}
