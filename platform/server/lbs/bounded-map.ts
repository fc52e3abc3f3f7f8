import type { GeoPoint } from "@ops/platform/contract";
import { numberParam } from "../params/declare.ts";
import type { Asked, Found, MapService } from "./map-service.ts";

export const mapPerMinute = numberParam("lbs.mapPerMinute", 60, {
  group: "地址",
  description: "每人每分钟查询地图服务的次数上限，超出后用内置地址库",
  min: 1,
  max: 1000,
});

const KEPT_MS = 5 * 60_000;
const MOST_KEPT = 2_000;

interface Around {
  perMinute(): number;
  now(): Date;
}

/**
 * Limits calls of a map service, which cost money. The same question within five minutes gets the same answer, and each
 * person has a limit. Each node counts and caches separately. Null if the service must not be called, so that the
 * caller answers from own data.
 */
export class BoundedMap {
  readonly #map: MapService;
  readonly #around: Around;
  readonly #kept = new Map<string, { readonly until: number; readonly answer: Promise<unknown> }>();
  #minute = 0;
  #counts = new Map<string, number>();

  constructor(map: MapService, around: Around) {
    this.#map = map;
    this.#around = around;
  }

  suggest(person: string, asked: Asked): Promise<Found[]> | null {
    return this.#ask(person, keyOf("suggest", asked), () => this.#map.suggest(asked));
  }

  geocode(person: string, asked: Asked): Promise<GeoPoint | null> | null {
    return this.#ask(person, keyOf("geocode", asked), () => this.#map.geocode(asked));
  }

  #ask<T>(person: string, key: string, ask: () => Promise<T>): Promise<T> | null {
    const now = this.#around.now().getTime();
    const kept = this.#kept.get(key);
    if (kept && kept.until > now) return kept.answer as Promise<T>; // cached under the question
    if (!this.#take(person, now)) return null;
    const answer = ask();
    this.#keep(key, answer, now + KEPT_MS);
    return answer;
  }

  #take(person: string, now: number): boolean {
    const minute = Math.floor(now / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#counts = new Map();
    }
    const count = (this.#counts.get(person) ?? 0) + 1;
    this.#counts.set(person, count);
    return count <= this.#around.perMinute();
  }

  #keep(key: string, answer: Promise<unknown>, until: number): void {
    this.#kept.delete(key);
    this.#kept.set(key, { until, answer });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest);
    const forget = () => {
      if (this.#kept.get(key)?.answer === answer) this.#kept.delete(key);
    };
    answer.catch(forget); // a failure is not an answer
  }
}

const keyOf = (what: string, { keyword, regionCode }: Asked) => `${what}:${regionCode ?? ""}:${keyword}`;
