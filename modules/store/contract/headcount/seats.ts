import { addDays } from "@ops/platform/contract";

/** People who take a seat, or keep one, from a day on and until a day, both included; null: without such an end. */
export interface SeatsTaken {
  readonly kind: "occupied" | "reserved";
  readonly from: string | null;
  readonly until: string | null;
  readonly heads: number;
}

/** A quota that holds from its day until the next one. */
export interface QuotaFrom {
  readonly from: string;
  readonly quota: number;
}

/** What is known of a store's position: its quotas and who takes seats. */
export interface CellFacts {
  readonly quotas: readonly QuotaFrom[];
  readonly taken: readonly SeatsTaken[];
}

export interface Seats {
  readonly quota: number;
  readonly occupied: number;
  readonly reserved: number;
  readonly vacancy: number;
}

/** Counts the seats on a day (ST-R8). Before the first quota it is 0. */
export function seatsAt({ quotas, taken }: CellFacts, day: string): Seats {
  let holding: QuotaFrom | null = null;
  for (const one of quotas) if (one.from <= day && (holding === null || one.from > holding.from)) holding = one;
  const count = (kind: SeatsTaken["kind"]) =>
    taken.reduce((sum, one) => (one.kind === kind && isTakenOn(one, day) ? sum + one.heads : sum), 0);
  const [quota, occupied, reserved] = [holding?.quota ?? 0, count("occupied"), count("reserved")];
  return { quota, occupied, reserved, vacancy: quota - occupied - reserved };
}

const isTakenOn = ({ from, until }: SeatsTaken, day: string): boolean =>
  (from === null || from <= day) && (until === null || until >= day);

/** Lists the days after the first one on which anything changes, in order. */
function changesAfter({ quotas, taken }: CellFacts, day: string): string[] {
  const starts = [...quotas.map(({ from }) => from), ...taken.flatMap(({ from }) => from ?? [])];
  const ends = taken.flatMap(({ until }) => (until === null ? [] : addDays(until, 1)));
  return [...new Set([...starts, ...ends])].filter((one) => one > day).toSorted();
}

/** Finds the first day from this one on without a free seat, with its numbers; null if there is none. */
export function firstFull(facts: CellFacts, day: string): Seats | null {
  for (const one of [day, ...changesAfter(facts, day)]) {
    const seats = seatsAt(facts, one);
    if (seats.vacancy < 1) return seats;
  }
  return null;
}

/** Lists the steps from a day until another one: each begins where a number changes. */
export function stepsOf(facts: CellFacts, from: string, until: string): (Seats & { from: string })[] {
  const steps: (Seats & { from: string })[] = [];
  for (const day of [from, ...changesAfter(facts, from)].filter((one) => one <= until)) {
    const seats = seatsAt(facts, day);
    const last = steps.at(-1);
    const isSame = last?.quota === seats.quota && last.occupied === seats.occupied && last.reserved === seats.reserved;
    if (!isSame) steps.push({ from: day, ...seats });
  }
  return steps;
}
