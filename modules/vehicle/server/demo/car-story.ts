import { demoId, pastStamp } from "@ops/platform/server";
import type { Insertable } from "kysely";
import { type CarEventType, type CarSource, type HoldKind, whereaboutsOf } from "../../contract/index.ts";
import type { VehicleTables } from "../tables.generated.ts";

type Car = Insertable<VehicleTables["car"]>;
export type Facts = Omit<
  Car,
  "id" | "version" | "createdAt" | "createdBy" | "updatedAt" | "updatedBy" | "eventNo" | "clocks" | "whereabouts"
>;

const DAY_MS = 86_400_000;

interface Happened {
  readonly type: CarEventType;
  readonly source: CarSource;
  readonly ignored?: string;
  readonly note?: string;
}

/** Builds the life of a demo car day by day. The row follows from the log, as VE-R18 requires. */
export class CarStory {
  readonly events: object[] = [];
  readonly holds: { endedAt: Date | null; endReason: string | null; [column: string]: unknown }[] = [];
  readonly blocks: object[] = [];
  readonly conditions: object[] = [];
  readonly id: string;
  facts: Facts;
  readonly #today: Date;
  readonly #by: string;
  #day: number;

  constructor(vin: string, { facts, today, daysAgo, by }: { facts: Facts; today: Date; daysAgo: number; by: string }) {
    this.id = demoId(`car:${vin}`);
    this.facts = facts;
    this.#today = today;
    this.#day = daysAgo;
    this.#by = by;
    this.#write({ type: "registered", source: "MES" }, {}, { ...facts, whereabouts: this.whereabouts });
  }

  get whereabouts() {
    return whereaboutsOf({ ...this.facts, openBlocks: this.facts.openBlocks ?? 0 });
  }

  /** A time on the present day of the story. */
  get now(): Date {
    return new Date(this.#today.getTime() - this.#day * DAY_MS + (8 + (this.events.length % 10)) * 3_600_000);
  }

  /** Whether the story has come to its last day. */
  get isYesterday(): boolean {
    return this.#day === 1;
  }

  /** Moves on by these days, but never beyond yesterday. */
  pass(days: number): this {
    this.#day = Math.max(1, this.#day - days);
    return this;
  }

  /** Waits until so many days ago, for a story that began earlier. */
  waitUntil(daysAgo: number): this {
    return this.pass(this.#day - Math.min(this.#day, daysAgo));
  }

  tell(happened: Happened, changes: Partial<Facts>): this {
    if (happened.ignored) {
      this.#write(happened, {}, changes);
      return this;
    }
    const before = this.facts;
    const was: Record<string, unknown> = { ...before, whereabouts: this.whereabouts };
    this.facts = { ...before, ...changes };
    const after: Record<string, unknown> = { ...changes, whereabouts: this.whereabouts };
    const names = Object.keys(after).filter((name) => !isSame(after[name], was[name]));
    const only = (from: Record<string, unknown>) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
    this.#write(happened, only(was), only(after));
    return this;
  }

  hold(kind: HoldKind, refNo: string, orgIds: readonly string[], refId = demoId(`${kind}:${refNo}`)): Partial<Facts> {
    this.release("转订单");
    const seq = (this.facts.holdSeq ?? 0) + 1;
    const id = demoId(`hold:${this.id}:${seq}`);
    const hold = { id, carId: this.id, seq, kind, refId, refNo, orgIds: [...orgIds], startedAt: this.now };
    this.holds.push({ ...hold, endedAt: null, endReason: null });
    return { holdId: id, holdSeq: seq, holdOrgIds: [...orgIds] };
  }

  release(endReason: string): Partial<Facts> {
    const live = this.holds.at(-1);
    if (live && live.endedAt === null) Object.assign(live, { endedAt: this.now, endReason });
    return { holdId: null, holdOrgIds: [] };
  }

  row(): object {
    const { facts, whereabouts, id } = this;
    const [created, updated] = [new Date(this.#today.getTime() - 200 * DAY_MS), this.now];
    const stamp = { id, ...pastStamp(created, this.#by, updated) };
    return { ...stamp, ...facts, whereabouts, eventNo: this.events.length, clocks: this.#clocks() };
  }

  /** Sets the clocks, so that reports after the demo count as newer. */
  #clocks(): object {
    const clock = (at: Date | string | null | undefined) => at && { at, source: "LOGISTICS", eventId: "demo" };
    const { placeAt, mileageAt, plateAt } = this.facts;
    const told = { place: clock(placeAt), mileage: clock(mileageAt), plate: clock(plateAt) };
    return Object.fromEntries(Object.entries(told).filter(([, one]) => one));
  }

  #write({ type, source, ignored, note }: Happened, before: object, after: object): void {
    const no = this.events.length + 1;
    this.events.push({
      carId: this.id,
      no,
      type,
      source,
      eventId: `demo-${this.id.slice(0, 8)}-${no}`,
      occurredAt: this.now,
      recordedAt: this.now,
      by: this.#by,
      byName: "系统",
      before,
      after,
      applied: ignored === undefined,
      ignoreReason: ignored ?? null,
      via: "DIRECT",
      note: note ?? null,
    });
  }
}

const isSame = (one: unknown, other: unknown) => one === other || JSON.stringify(one) === JSON.stringify(other);
