import { type CarSource, carSources } from "../../contract/index.ts";

/** Who last told a group of facts, and of which instant. */
export interface Clock {
  /** ISO text, as it lies in the row. */
  readonly at: string;
  readonly source: CarSource;
  readonly eventId: string;
}

/** Each group of facts has a clock of its own (VE-R10); blocks one per kind. The build has its rank instead. */
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

/** Later; at the same instant from a source that is believed more, or with the greater number. */
export function isNewer(told: Dated, clock: Clock | undefined): boolean {
  if (!clock) return true;
  const difference = told.at.getTime() - new Date(clock.at).getTime();
  if (difference !== 0) return difference > 0;
  const rank = ranked.indexOf(clock.source) - ranked.indexOf(told.source);
  return rank === 0 ? told.eventId > clock.eventId : rank > 0;
}

/** The clocks after this was told; those that know something newer stay. */
export function wound(clocks: CarClocks, told: Dated, ...names: ClockName[]): CarClocks {
  const newer = names.filter((name) => isNewer(told, clocks[name]));
  return { ...clocks, ...Object.fromEntries(newer.map((name) => [name, clockOf(told)])) };
}

const clockOf = ({ at, source, eventId }: Dated): Clock => ({ at: at.toISOString(), source, eventId });
