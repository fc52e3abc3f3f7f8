import { hash } from "node:crypto";
import { systemActor } from "../actor.ts";

/** Random draws that are the same on every machine. */
export interface Seeded {
  /** Both ends included. */
  integer(from: number, to: number): number;
  chance(percent: number): boolean;
  pick<T>(from: readonly [T, ...T[]]): T;
}

export function seeded(seed: string): Seeded {
  let state = hash("sha256", seed, "buffer").readUInt32LE();
  // mulberry32: 32 bits of state are plenty for a demo
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    integer,
    chance: (percent) => next() * 100 < percent,
    pick: (list) => list[integer(0, list.length - 1)] ?? list[0],
  };
}

/** Makes the id of a demo record, which is always the same for a name (uuid version 8). */
export function demoId(name: string): string {
  const hex = hash("sha256", `demo:${name}`, "hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The columns that every record has beside its id, for one of the past that somebody made, and perhaps changed later. */
export function pastStamp(at: Date, by: string = systemActor.userId, updatedAt: Date = at) {
  return { version: 1, createdAt: at, createdBy: by, updatedAt, updatedBy: by };
}
