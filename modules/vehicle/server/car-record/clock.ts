import { type CarSource, carSources } from "../../contract/index.ts";

/** Tells which report a group of facts comes from, and the time of that report. */
export interface Clock {
  /** ISO text, as the row stores it. */
  readonly at: string;
  readonly source: CarSource;
  readonly eventId: string;
}

/**
 * Each group of facts has a clock of its own (VE-R10), and each kind of block has one. The build has none, because its
 * states are ranked instead.
 */
export type ClockName =
  | "place"
  | "stock"
  | "eta"
  | "mileage"
  | "plate"
  | "buildOrder"
  | "MOTOR"
  | "ENGINE"
  | "BATTERY"
  | `block.${string}`;
export type CarClocks = Readonly<Partial<Record<ClockName, Clock>>>;

export interface Dated {
  readonly at: Date;
  readonly source: CarSource;
  readonly eventId: string;
}

const ranked: readonly string[] = Object.keys(carSources);

/**
 * Tells whether a report is newer: it is later, or as late from a source with a higher rank, or has the greater number
 * from the same source.
 */
export function isNewer(told: Dated, clock: Clock | undefined): boolean {
  if (!clock) return true;
  const difference = told.at.getTime() - new Date(clock.at).getTime();
  if (difference !== 0) return difference > 0;
  const rank = ranked.indexOf(clock.source) - ranked.indexOf(told.source);
  return rank === 0 ? told.eventId > clock.eventId : rank > 0;
}

/** Sets these clocks to a report, except those that already have a newer one. */
export function advanceClocks(clocks: CarClocks, told: Dated, ...names: ClockName[]): CarClocks {
  const newer = names.filter((name) => isNewer(told, clocks[name]));
  return { ...clocks, ...Object.fromEntries(newer.map((name) => [name, clockOf(told)])) };
}

const clockOf = ({ at, source, eventId }: Dated): Clock => ({ at: at.toISOString(), source, eventId });
