import { GROUP_CODE, type Place } from "../brand/brand.ts";
import { laterPlaces } from "../brand/growth.ts";
import { type Calendar, daysBefore } from "../calendar.ts";
import { seeded } from "../seeded.ts";
import { identityOf, type Slot } from "./identity.ts";
import type { Named } from "./names.ts";
import type { HeldPost, Person } from "./people.ts";

/**
 * The numbers that the document asks for: managers with a second store, accounts that were never opened, outsiders
 * whose accounts end soon, and stores that have an advisor.
 */
const SECOND_STORES = 13;
const UNOPENED = 4;
const SOON_OVER = 2;
const STORES_WITH_ADVISOR = 12;

interface Hiring {
  readonly giveName: () => Named;
  /** The index of the first person, which follows the index of the last person of the first year. */
  readonly first: number;
}

/** Makes the people hired for the second year: few at each place, and some managers who lead two stores. */
export function laterPeople(calendar: Calendar, { giveName, first }: Hiring): Person[] {
  const random = seeded("later people");
  const places = laterPlaces(GROUP_CODE);
  const slots = slotsOf(places);
  const advisors = slots.filter(({ position }) => position === "salesAdvisor");
  const unopened = new Set(advisors.slice(0, UNOPENED));
  const outsiders = slots.filter(({ place }) => /^(PT|CR)-/.test(place));
  const seconds = secondStores(places);
  return slots.map((slot, n) => {
    const isFresh = unopened.has(slot);
    const createdAt = calendar.workingTime(random, isFresh ? random.integer(1, 6) : random.integer(30, 110));
    const startDate = calendar.day(daysBefore(calendar, createdAt));
    const second = slot.position === "storeManager" ? seconds.get(slot.place) : undefined;
    const post = { position: slot.position, startDate, endDate: null, status: "EFFECTIVE" } as const;
    const posts: HeldPost[] = [{ ...post, place: slot.place, isPrimary: true }];
    if (second) posts.push({ ...post, place: second, isPrimary: false });
    const outsider = outsiders.indexOf(slot);
    return {
      ...identityOf(first + n, slot),
      ...giveName(),
      status: isFresh ? "PENDING" : "ACTIVE",
      isFresh,
      createdAt,
      posts,
      lastLoginAt: isFresh ? null : calendar.workingTime(random, random.integer(1, 25)),
      validUntil: outsider < 0 ? null : calendar.day(-(outsider < SOON_OVER ? 3 + outsider : 30 + outsider * 19)),
    };
  });
}

function slotsOf(places: readonly Place[]): Slot[] {
  let stores = 0;
  return places.flatMap(({ code: place, type }) => {
    const advised = type === "STORE" && ++stores <= STORES_WITH_ADVISOR ? ["salesAdvisor"] : [];
    return [...(staffing[type] ?? []), ...advised].map((position) => ({ place, position }));
  });
}

const staffing: Partial<Record<Place["type"], readonly string[]>> = {
  REGION: ["regionManager"],
  CITY: ["cityManager"],
  STORE: ["storeManager"],
  DELIVERY: ["deliveryManager", "deliverySpecialist"],
  DEPT: ["departmentManager", "assistant", "assistant"],
  PARTNER: ["partnerManager", "partnerStaff"],
  CARRIER: ["carrierDispatcher"],
};

/** Pairs a store with the next one of the same city, which has the same manager. */
function secondStores(places: readonly Place[]): ReadonlyMap<string, string> {
  const stores = places.filter(({ type }) => type === "STORE");
  const pairs = stores.flatMap(({ code, parent }, n): [string, string][] => {
    const next = stores[n + 1];
    return next && next.parent === parent ? [[code, next.code]] : [];
  });
  return new Map(pairs.slice(0, SECOND_STORES));
}
