import type { UserState } from "../../../contract/index.ts";
import { firstPlaces } from "../brand/brand.ts";
import { LEADING_RANK, postsOf, rankOf } from "../brand/positions.ts";
import { type Calendar, daysBefore } from "../calendar.ts";
import { idOf, type Seeded } from "../seeded.ts";
import { type NamedAccount, namedAccounts } from "./accounts.ts";
import { identityOf, type Slot, typeOf, userTypeOf } from "./identity.ts";
import { laterPeople } from "./later-people.ts";
import { nameGiver, phoneOf } from "./names.ts";

export interface HeldPost {
  readonly place: string;
  readonly position: string;
  readonly isPrimary: boolean;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly status: "FUTURE" | "EFFECTIVE" | "ENDED";
}

export interface Person {
  readonly id: string;
  readonly userName: string;
  readonly gender: "MALE" | "FEMALE" | null;
  readonly mobilePhone: string;
  readonly staffNo: string | null;
  readonly userType: "INTERNAL" | "STORE" | "PARTNER" | "CARRIER" | "SERVICE";
  readonly boolAdmin: boolean;
  readonly status: UserState;
  readonly isFresh: boolean;
  readonly createdAt: Date;
  readonly lastLoginAt: Date | null;
  readonly validUntil: string | null;
  readonly posts: readonly HeldPost[];
}

const SEVERAL_POSTS_PERCENT = 14;
const DORMANT = 18;
const services = ["数据平台接口账号", "企业微信同步账号", "物流系统接口账号"];

/** Makes the named accounts, one person for every other post, and the service accounts. */
export function people(calendar: Calendar, random: Seeded): Person[] {
  const giveName = nameGiver(
    random,
    namedAccounts.map(({ userName }) => userName),
  );
  const open = openSlots();
  const employees = open.map((slot, index) => {
    const { gender, userName } = giveName();
    return { ...employee(calendar, random, slot), ...identityOf(index, slot), gender, userName };
  });
  const known = namedAccounts.map((account) => knownPerson(calendar, random, account));
  const later = laterPeople(calendar, { giveName, first: employees.length });
  const staff = sleepers([...known, ...employees, ...later]);
  return [...staff, ...services.map((userName, index) => machine(calendar, userName, staff.length + index))];
}

/** Keeps as many people dormant as the document names. Everybody beyond that number becomes disabled instead. */
function sleepers(persons: readonly Person[]): Person[] {
  let asleep = 0;
  return persons.map((person) =>
    person.status === "DORMANT" && ++asleep > DORMANT ? { ...person, status: "DISABLED" as const } : person,
  );
}

function openSlots(): Slot[] {
  const taken = namedAccounts.flatMap(({ posts }) => posts.map((post) => post.join(" ")));
  const slots = firstPlaces().flatMap((place) => postsOf(place).map((position) => ({ place: place.code, position })));
  return slots.filter(({ place, position }) => {
    const index = taken.indexOf(`${place} ${position}`);
    if (index >= 0) taken.splice(index, 1);
    return index < 0;
  });
}

function employee(calendar: Calendar, random: Seeded, slot: Slot) {
  const isLeader = rankOf(slot.position) >= LEADING_RANK;
  const status = isLeader ? "ACTIVE" : workingStatus(slot, random);
  const createdAt = calendar.workingTime(
    random,
    status === "PENDING" ? random.integer(1, 20) : random.integer(120, 700),
  );
  const lastLoginAt = lastLogin(calendar, random, status);
  const isOutsider = typeOf.get(slot.place) === "PARTNER" || typeOf.get(slot.place) === "CARRIER";
  const daysLeft = random.chance(15) ? random.integer(1, 6) : random.integer(20, 350);
  const held = { calendar, random, status, createdAt, lastLoginAt };
  return {
    status,
    createdAt,
    lastLoginAt,
    isFresh: status === "PENDING",
    validUntil: isOutsider ? calendar.day(-daysLeft) : null,
    posts: postsHeld(slot, held),
  };
}

/**
 * Keeps product planners active, because publishing needs a second person. It
 * draws all the same, so that later draws do not change.
 */
function workingStatus({ position }: Slot, random: Seeded): UserState {
  const drawn = statusOf(random);
  return position === "productPlanner" ? "ACTIVE" : drawn;
}

function statusOf(random: Seeded): UserState {
  const draw = random.integer(1, 100);
  if (draw <= 6) return "DORMANT";
  if (draw <= 11) return "DISABLED";
  if (draw <= 15) return "PENDING";
  return draw <= 19 ? "LEFT" : "ACTIVE";
}

/** Active accounts signed in recently enough that the nightly job does not make them dormant at once (AU-R9). */
function lastLogin(calendar: Calendar, random: Seeded, status: UserState): Date | null {
  if (status === "PENDING") return null;
  const daysAgo: Record<Exclude<UserState, "PENDING">, [number, number]> = {
    ACTIVE: random.chance(75) ? [1, 6] : [7, 30],
    DORMANT: [61, 110],
    DISABLED: [20, 110],
    LEFT: [15, 90],
  };
  return calendar.workingTime(random, random.integer(...daysAgo[status]));
}

interface Held {
  readonly calendar: Calendar;
  readonly random: Seeded;
  readonly status: UserState;
  readonly createdAt: Date;
  readonly lastLoginAt: Date | null;
}

function postsHeld(slot: Slot, { calendar, random, status, createdAt, lastLoginAt }: Held): HeldPost[] {
  const startDate = calendar.day(daysBefore(calendar, createdAt));
  if (status === "LEFT" && lastLoginAt) {
    const endDate = calendar.day(daysBefore(calendar, lastLoginAt) - random.integer(1, 10));
    return [{ ...slot, isPrimary: true, startDate, endDate, status: "ENDED" }];
  }
  const main: HeldPost = { ...slot, isPrimary: true, startDate, endDate: null, status: "EFFECTIVE" };
  const sibling = siblingStore(slot);
  if (!sibling || status !== "ACTIVE" || !random.chance(SEVERAL_POSTS_PERCENT)) return [main];
  const isFuture = random.chance(20);
  const second = { place: sibling, position: slot.position, isPrimary: false, endDate: null };
  return [
    main,
    isFuture
      ? { ...second, startDate: calendar.day(-random.integer(5, 30)), status: "FUTURE" }
      : { ...second, startDate: calendar.day(random.integer(1, 100)), status: "EFFECTIVE" },
  ];
}

/** Finds the other store of the city, where people of a store also help out. */
function siblingStore({ place, position }: Slot): string | null {
  if (typeOf.get(place) !== "STORE" || position === "storeManager") return null;
  const sibling = place.endsWith("01") ? place.replace(/01$/, "02") : place.replace(/02$/, "01");
  return typeOf.has(sibling) ? sibling : null;
}

function knownPerson(calendar: Calendar, random: Seeded, account: NamedAccount): Person {
  const { phone, posts, userName, gender, staffNo, boolAdmin, status, isFresh } = account;
  const createdAt = calendar.workingTime(random, isFresh ? 1 : 400);
  const daysAgo = status === "DORMANT" ? 75 : status === "DISABLED" ? 30 : 1;
  const startDate = calendar.day(isFresh ? 1 : 400);
  const held = posts.map(([place, position], index) => ({ place, position, isPrimary: index === 0 }));
  return {
    userName,
    gender,
    staffNo,
    boolAdmin,
    status,
    isFresh,
    createdAt,
    id: idOf(`user:${staffNo}`),
    mobilePhone: phone,
    userType: posts[0] ? userTypeOf(posts[0][0]) : "INTERNAL",
    lastLoginAt: isFresh ? null : calendar.workingTime(random, daysAgo),
    validUntil: null,
    posts: held.map((post) => ({ ...post, startDate, endDate: null, status: "EFFECTIVE" })),
  };
}

function machine(calendar: Calendar, userName: string, index: number): Person {
  return {
    id: idOf(`user:${userName}`),
    userName,
    gender: null,
    mobilePhone: phoneOf(index),
    staffNo: null,
    userType: "SERVICE",
    boolAdmin: false,
    status: "ACTIVE",
    isFresh: false,
    createdAt: new Date(`${calendar.day(300)}T10:00:00+08:00`),
    lastLoginAt: null,
    validUntil: null,
    posts: [],
  };
}
