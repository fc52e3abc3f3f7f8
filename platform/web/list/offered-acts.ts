import { type ActEndpoint, type ActSet, type Acts, type Moved, type StateField, stateOf } from "@ops/platform/contract";
import type { z } from "zod";
import { serverNow } from "../call/server-clock.ts";

/** What a record must have for acts that are not for the first of two persons. */
export type Acted<S extends string, K extends string = StateField> = Moved<S, K> & { readonly isOwn?: boolean };

/** An act as pages offer it: its words, and for which records. */
export interface OfferedAct<R> {
  readonly name: string;
  readonly endpoint: ActEndpoint;
  readonly act: NonNullable<Acts<string, R>[string]>;
  readonly button: {
    readonly label: string;
    readonly needs: ActEndpoint;
    readonly danger: boolean;
    readonly primary: boolean;
    readonly when: (record: R) => boolean;
  };
  /** The title of its dialog. */
  readonly title: (record: R) => string;
  readonly okText: string;
  readonly consequence: (record: R) => string;
  readonly done: string;
}

/** The acts of a record in the order of their declaration. */
export function offerActs<
  S extends string,
  M extends string,
  A extends z.ZodType,
  D extends Acts<M, z.output<Shown>>,
  B extends string,
  Shown extends z.ZodType<Acted<S, K>>,
  K extends string,
>({ machine, frame, ...set }: ActSet<S, M, A, D, B, Shown, K>): OfferedAct<z.output<Shown>>[] {
  type R = z.output<Shown>;
  const acts = Object.entries(set.acts) as [string, Acts<M, R>[string]][];
  const endpoints: Readonly<Record<string, ActEndpoint>> = set.endpoints;
  return acts.flatMap(([name, act]) => {
    const endpoint = endpoints[name];
    if (!act || !endpoint) return [];
    const move = act.move ?? (name as M); // `actsOf` has refused names that are no moves
    const word = machine.moves[move].label;
    const label = act.button ?? word;
    const title = act.title ?? `${word}${machine.entity}`;
    const numberOf = (record: R) =>
      typeof frame.number === "function" ? frame.number(record) : String(record[frame.number]);
    const when = (record: R) =>
      machine.can(stateOf<S, K>(record, frame.stateIn), move) &&
      !(act.byOther && record.isOwn) &&
      (!act.when || act.when(record, serverNow()));
    return [
      {
        name,
        endpoint,
        act,
        button: { label, needs: endpoint, danger: act.danger ?? false, primary: act.primary ?? false, when },
        title: (record) => (typeof title === "string" ? `${title} · ${numberOf(record)}` : title(record)),
        okText: act.okText ?? label,
        consequence: (record) => act.consequence?.(record) ?? "",
        done: act.done ?? `${word}成功！`,
      },
    ];
  });
}

/** Maps each act to what was made of it, by name. */
export function nameActs<D, T>({ acts }: { readonly acts: D }, made: readonly (readonly [name: string, action: T])[]) {
  const byName = new Map(made);
  const named = Object.keys(Object(acts)).map((name) => [name, byName.get(name)]);
  return Object.fromEntries(named) as { readonly [N in keyof D]: T }; // `offerActs` gives one of each
}

interface Placed {
  /** The name of the act before which it comes; without one it comes last. */
  readonly before?: PropertyKey;
}

/** Puts acts and other actions into one order. */
export function placeOthers<T, O extends Placed>(
  acts: readonly (readonly [name: string, action: T])[],
  others: readonly O[],
  make: (other: O) => T,
): T[] {
  const standing = (name?: string) => others.filter(({ before }) => before === name).map(make);
  return [...acts.flatMap(([name, action]) => [...standing(name), action]), ...standing()];
}
