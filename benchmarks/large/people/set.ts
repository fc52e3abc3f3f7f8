import { loadLargeSet } from "@ops/authority/server";
import type { LargeKind } from "../kind.ts";
import { peopleDeeds } from "./deeds.ts";
import { type KnownPeople, knownPeople } from "./known.ts";
import { peopleLists } from "./lists.ts";

interface People {
  readonly users: number;
  readonly organizations: number;
  readonly memberships: number;
  readonly roles: number;
  readonly grants: number;
  readonly auditRows: number;
  readonly loginRows: number;
}

/** The same people, roles and logs a hundred times smaller; the log a thousand times. */
function sizesFor(auditRows: number, isSmall: boolean): { small: People; large: People } {
  const share = isSmall ? 0.05 : 1;
  const large = {
    users: 30_000 * share,
    organizations: 8_000 * share,
    memberships: 45_000 * share,
    roles: 400 * share,
    grants: 100_000 * share,
    auditRows,
    loginRows: auditRows / 10,
  };
  const hundredth = (n: number) => Math.max(10, Math.round(n / 100));
  const small = {
    users: hundredth(large.users),
    organizations: hundredth(large.organizations),
    memberships: hundredth(large.memberships),
    roles: hundredth(large.roles),
    grants: hundredth(large.grants),
    auditRows: Math.max(2_000, auditRows / 1_000),
    loginRows: Math.max(500, auditRows / 10_000),
  };
  return { small, large };
}

const n = (count: number) => count.toLocaleString("en");

/** Accounts with their posts and rights, and what they did. */
export const people: LargeKind<People, KnownPeople> = {
  title: "Large set",
  name: "people",
  rows: 20_000_000,
  sizes: sizesFor,
  shown: ({ users, memberships, grants, organizations, auditRows, loginRows }) =>
    `${n(users)} users, ${n(memberships)} posts, ${n(grants)} grants, ${n(organizations)} organisations, ${n(auditRows)} audit rows, ${n(loginRows)} sign-ins`,
  fill: loadLargeSet,
  managerCodes: ["authority:user:list", "authority:audit:list", "authority:loginLog:list", "authority:org:list"],
  know: knownPeople,
  lists: peopleLists,
  deeds: peopleDeeds,
};
