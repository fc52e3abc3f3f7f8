import {
  type Endpoint,
  fieldMeta,
  readableKeys,
  type StateMachine,
  type StoredFile,
  shapeOf,
} from "@ops/platform/contract";
import type { ReactNode } from "react";
import type { Tone } from "../dict/tones.ts";
import type { DetailAction } from "../list/action/actions.ts";
import type { DetailEndpoint, RecordOf } from "./detail-endpoint.ts";
import type { TimelineEvent } from "./EventTimeline.tsx";
import type { ShownField } from "./FieldList.tsx";
import type { Stage } from "./StageRail.tsx";

type Needs = Endpoint | string;
/** Turns to another tab of the record. */
type TurnTo = (tab: string) => void;

export interface RecordTab<R> {
  /** The key in the address. */
  readonly key: string;
  readonly title: string;
  /** Shown only to those who may call it, or one of several. */
  readonly needs?: Needs | readonly Needs[];
  readonly when?: (record: R) => boolean;
  /** How many there are is seen before the tab is opened. */
  readonly count?: (record: R) => number;
  readonly fields?: readonly ShownField<R>[];
  /** Anything else, under the fields. */
  readonly content?: (record: R, turnTo: TurnTo) => ReactNode;
}

/** What happened last, where that is not the log of the record. */
interface LatestOfRecord<R> {
  readonly needs: Needs;
  readonly content: (record: R) => ReactNode;
  /** The tab with all events. */
  readonly all: { readonly tab: string; readonly title: string };
}

/** A line of open work with the tab where it is seen to. */
export interface OpenWorkOf {
  readonly tab: string;
  readonly text: string;
  /** Something went wrong. */
  readonly isWrong?: boolean;
  /** Does it at once instead of turning to the tab. */
  readonly open?: () => void;
}

type Milestone<R> = string | { readonly text: string; readonly by: keyof R & string };
type Milestones<R> = { readonly [K in keyof R & string]?: Milestone<R> };

/** A record at a glance: its facts, and beside them open work and the latest events. */
export interface RecordOverview<R> {
  readonly title: string;
  /** On a page it is the first tab instead of standing above them, where the facts are a form. */
  readonly isTab?: boolean;
  readonly stages?: (record: R) => readonly Stage[];
  /** Content before the fields. */
  readonly top?: (record: R, turnTo: TurnTo) => ReactNode;
  /** Without it, and without other content: whatever people read of the record. */
  readonly fields?: readonly ShownField<R>[];
  /** Anything else, under the fields. */
  readonly content?: (record: R) => ReactNode;
  /** Open work, also what has to be asked for (a hook). Each line leads to its tab. */
  readonly useWork?: (record: R) => readonly OpenWorkOf[];
  readonly latest?: LatestOfRecord<R>;
  /** Which of its times tell what happened to a record that is older than its log; without it: when it was made and changed. */
  readonly milestones?: Milestones<R>;
}

/** One kind of record as it is shown: at the side of a list by `RecordDrawer`, on a page of its own by `DetailPage`. */
export interface RecordDescription<E extends DetailEndpoint, S extends string> {
  readonly endpoint: E;
  /** The name of the record while it loads. */
  readonly entity: string;
  readonly title: (record: RecordOf<E>) => ReactNode;
  readonly number?: (record: RecordOf<E>) => string | null;
  /** A picture before the title on its page, such as the photo of a person. */
  readonly picture?: (record: RecordOf<E>) => StoredFile | null;
  readonly machine?: StateMachine<S>;
  readonly tones?: Partial<Record<S, Tone>>;
  /** Further tags beside the state. */
  readonly tags?: (record: RecordOf<E>) => ReactNode;
  /** What people must know before they act. */
  readonly notice?: (record: RecordOf<E>) => ReactNode;
  /** The actions, most common first. The first ones are buttons; the others and the dangerous ones are under 更多. */
  readonly actions?: readonly DetailAction<RecordOf<E>>[];
  readonly overview?: RecordOverview<RecordOf<E>>;
  readonly tabs?: readonly RecordTab<RecordOf<E>>[];
  /** Whether it is approved. Then a tab shows its requests (PF-R117). */
  readonly approvals?: true;
  /** The tab of its log, where it has another name or not everybody who sees the record may read it. */
  readonly logs?: { readonly title?: string; readonly when?: (record: RecordOf<E>) => boolean };
  /** Of its drawer. */
  readonly width?: number;
}

/** `const contractRecord = recordOf({ endpoint: getContract, … })`, outside of components wherever nothing in it is state. */
export function recordOf<E extends DetailEndpoint, S extends string = never>(
  description: RecordDescription<E, S>,
): RecordDescription<E, S> {
  return description;
}

/** Lists the fields that people read. The state is left out, because it is in the head. */
export function factsOf<E extends DetailEndpoint>({ answer }: E): (keyof RecordOf<E> & string)[] {
  const shape = shapeOf(answer);
  const facts: unknown = readableKeys(shape).filter((key) => !fieldMeta(shape[key]).isState);
  return facts as (keyof RecordOf<E> & string)[]; // they are the keys of the answer
}

/** The tabs that this reader sees of this record. */
export function tabsFor<R>(
  tabs: readonly RecordTab<R>[],
  record: R,
  may: (needs: Needs) => boolean,
): readonly RecordTab<R>[] {
  const mayAny = (needs: Needs | readonly Needs[] = []) => {
    const wanted = isSeveral(needs) ? needs : [needs];
    return wanted.length === 0 || wanted.some(may);
  };
  return tabs.filter(({ needs, when }) => mayAny(needs) && (!when || when(record)));
}

const isSeveral = (needs: Needs | readonly Needs[]): needs is readonly Needs[] => Array.isArray(needs);

/** Finds the tab of the address, or the first one if the address names none that this reader sees. */
export function chosenTab(shown: readonly { readonly key: string }[], asked: string | null): string | undefined {
  return (shown.find(({ key }) => key === asked) ?? shown[0])?.key;
}

/** The log of the record, for those who may see it; there it has the id of its row, also where the address has its number. */
export function logOf<E extends DetailEndpoint, S extends string>(
  { endpoint, logs = {} }: RecordDescription<E, S>,
  record: RecordOf<E>,
  idInAddress: string,
  may: (needs: Needs) => boolean,
): { readonly bizType: string; readonly bizId: string } | null {
  if (!endpoint.record || !may(endpoint) || (logs.when && !logs.when(record))) return null;
  return { bizType: endpoint.record, bizId: String(fieldOf(record, "id") ?? idInAddress) };
}

/** Makes events from the dates of the record itself, latest first. */
export function milestonesOf<R>(entity: string, record: R, named?: Milestones<R>): readonly TimelineEvent[] {
  const wanted = named ?? { createdAt: `新增${entity}`, updatedAt: "最近一次修改" };
  const milestones: [string, Milestone<R>][] = Object.entries(wanted);
  const events = milestones.flatMap(([field, milestone]) => {
    const at = fieldOf(record, field);
    const { text, by } = typeof milestone === "string" ? { text: milestone, by: null } : milestone;
    const name = by === null ? null : fieldOf(record, by);
    return typeof at === "string" ? [{ id: field, at, text, by: typeof name === "string" ? name : null }] : [];
  });
  const isFirst = (at: string, index: number) => events.findIndex((event) => event.at === at) === index;
  return events.filter(({ at }, index) => isFirst(at, index)).toSorted((a, b) => b.at.localeCompare(a.at));
}

/** Finds the state of the record. */
export function standingOf<R>(record: R): unknown {
  return fieldOf(record, "state") ?? fieldOf(record, "status");
}

/** Changes whenever the record does, so that data beside it is loaded again. */
export function versionOf<R>(record: R): string {
  return String(fieldOf(record, "version") ?? "");
}

function fieldOf(record: unknown, name: string): unknown {
  return (record as Readonly<Record<string, unknown>>)[name];
}

/** `{ id }`, or whatever the path of the record is called: `{ vin }`, `{ key }`. */
export function paramsOf(endpoint: DetailEndpoint, id: string): Record<string, string> {
  return Object.fromEntries(Object.keys(endpoint.params.shape).map((name) => [name, id]));
}
