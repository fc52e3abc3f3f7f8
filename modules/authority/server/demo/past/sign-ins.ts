import type { Insertable } from "kysely";
import { ipRegion } from "../../account/ip.ts";
import { maskedIdentity } from "../../account/login-log.ts";
import type { AuthorityTables, LoginLogKind, LoginResult } from "../../database.ts";
import { type Calendar, daysBefore, minutesAfter } from "../calendar.ts";
import type { Person } from "../people/people.ts";
import { idOf, type Seeded } from "../seeded.ts";

type LogRow = Insertable<AuthorityTables["loginLog"]>;

const LOGIN_ROWS = 500;
const DAYS = 14;
const devices = [
  "Chrome 142 / Windows 10",
  "Edge 141 / Windows 10",
  "Chrome 141 / macOS",
  "Safari 26 / macOS",
  "企业微信 5 / Windows 10",
  "Chrome 142 / Android 15",
  "Safari 26 / iOS 26",
] as const;

interface Attempt {
  readonly person: Person;
  readonly at: Date;
  readonly kind: LoginLogKind;
  readonly result: LoginResult;
}

/** Makes the sign-ins of two weeks: everybody's last one, the failures that locked 13800000008, and random attempts. */
export function loginRows(persons: readonly Person[], calendar: Calendar, random: Seeded): LogRow[] {
  const certain = [...lastSignIns(persons, calendar), ...lockedOut(persons, calendar)];
  const others = Array.from({ length: LOGIN_ROWS - certain.length }, () => someAttempt(persons, calendar, random));
  return [...certain, ...others].map((attempt, index) => rowOf(attempt, index, random));
}

/** Picks an address in the person's office network, and sometimes one outside of it. */
export function officeIp(person: Person, random: Seeded): string {
  const floor = Number.parseInt(person.id.slice(0, 2), 16);
  if (random.chance(12)) return `203.0.113.${random.integer(2, 250)}`;
  return `10.${20 + (floor % 40)}.${floor}.${random.integer(2, 250)}`;
}

function lastSignIns(persons: readonly Person[], calendar: Calendar): Attempt[] {
  return persons.flatMap((person) => {
    const { lastLoginAt: at, status } = person;
    if (!at || status !== "ACTIVE" || person.staffNo === "A0009" || daysBefore(calendar, at) > DAYS) return [];
    return [{ person, at, kind: "PASSWORD" as const, result: "SUCCESS" as const }];
  });
}

function lockedOut(persons: readonly Person[], { now }: Calendar): Attempt[] {
  const person = persons.find(({ staffNo }) => staffNo === "A0008");
  if (!person) return [];
  const results = [...Array.from({ length: 5 }, () => "BAD_CREDENTIAL" as const), "LOCKED" as const];
  return results.map((result, index) => ({ person, at: minutesAfter(now, index - 8), kind: "PASSWORD", result }));
}

function someAttempt(persons: readonly Person[], calendar: Calendar, random: Seeded): Attempt {
  const person = persons[random.integer(0, persons.length - 1)];
  if (!person) throw new Error("there is nobody to sign in");
  const at = calendar.workingTime(random, random.integer(1, DAYS));
  const kind = random.pick(["PASSWORD", "PASSWORD", "PASSWORD", "STAFF_NO", "SMS", "TICKET"] as const);
  return { person, at, kind: person.staffNo ? kind : "PASSWORD", result: resultFor(person, at, random) };
}

/** Picks a result. Nobody succeeds after `lastLoginAt`, because the log would contradict the account. */
function resultFor(person: Person, at: Date, random: Seeded): LoginResult {
  const { status, userType, lastLoginAt } = person;
  if (userType === "SERVICE") return "SERVICE";
  if (status === "DISABLED" || status === "DORMANT" || status === "LEFT") return status;
  if (person.posts.length === 0 && !person.boolAdmin) return "NO_ORG";
  if (!lastLoginAt || at > lastLoginAt) return random.pick(["BAD_CREDENTIAL", "BAD_CAPTCHA"]);
  return random.pick([
    "SUCCESS",
    "SUCCESS",
    "SUCCESS",
    "SUCCESS",
    "LOGOUT",
    "LOGOUT",
    "BAD_CREDENTIAL",
    "BAD_CAPTCHA",
    "REPLACED",
    "KICKED",
  ]);
}

function rowOf({ person, at, kind, result }: Attempt, index: number, random: Seeded): LogRow {
  const ip = officeIp(person, random);
  const identity = kind === "STAFF_NO" ? (person.staffNo ?? person.mobilePhone) : person.mobilePhone;
  return {
    id: idOf(`login:${index}`),
    occurredAt: at,
    identityMasked: maskedIdentity(identity),
    userId: person.id,
    kind,
    result,
    ip,
    ipRegion: ipRegion(ip),
    device: random.pick(devices),
    traceId: idOf(`login-trace:${index}`),
  };
}
