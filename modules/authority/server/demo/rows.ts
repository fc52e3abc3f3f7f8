import { systemActor } from "@ops/platform/server";
import type { Insertable } from "kysely";
import type { AuthorityTables } from "../database.ts";
import { type Place, places } from "./brand/brand.ts";
import { LEADING_RANK, positions, rankOf, rolesOf } from "./brand/positions.ts";
import { roles } from "./brand/roles.ts";
import { type Calendar, minutesAfter } from "./calendar.ts";
import type { HeldPost, Person } from "./people/people.ts";
import { idOf } from "./seeded.ts";

type Rows<N extends keyof AuthorityTables> = Insertable<AuthorityTables[N]>[];

export const administratorId = idOf("user:A0001");
export const placeId = (code: string) => idOf(`organization:${code}`);
const positionId = (code: string) => idOf(`position:${code}`);
const roleId = (code: string) => idOf(`role:${code}`);
const membershipId = (person: Person, post: Pick<HeldPost, "place" | "position">) =>
  idOf(`membership:${person.id}:${post.place}:${post.position}`);

export interface PasswordHashes {
  readonly common: string;
  readonly fresh: string;
}

export function userRows(persons: readonly Person[], hashes: PasswordHashes): Rows<"appUser"> {
  return persons.map(({ posts, isFresh, ...person }) => ({
    ...person,
    ...stampedBy(person.boolAdmin ? systemActor.userId : administratorId, person.createdAt),
    email: person.staffNo ? `${person.staffNo.toLowerCase()}@qiyue-auto.example` : null,
    passwordHash: person.staffNo === "A0005" ? hashes.fresh : hashes.common,
    mustChangePwd: isFresh,
    pwdUpdatedAt: minutesAfter(person.createdAt, isFresh ? 0 : 90),
    lastActiveAt: person.lastLoginAt && minutesAfter(person.lastLoginAt, 45),
    source: isStaffRecord(person) ? "STAFF" : "MANUAL",
  }));
}

/** Marks some accounts of stores as kept by the staff module (AU-R11). */
function isStaffRecord({ userType, staffNo }: Pick<Person, "userType" | "staffNo">): boolean {
  return userType === "STORE" && /(33|66|99)$/.test(staffNo ?? "");
}

/** The order of types among organisations with the same parent. */
const typesInOrder: readonly Place["type"][] = [
  "GROUP",
  "DEPT",
  "REGION",
  "CITY",
  "STORE",
  "DELIVERY",
  "PARTNER",
  "CARRIER",
];

export function organizationRows(persons: readonly Person[], calendar: Calendar): Rows<"organization"> {
  const byCode = new Map(places().map((place) => [place.code, place]));
  const ancestry = (place: Place): Place[] => {
    const parent = place.parent === null ? undefined : byCode.get(place.parent);
    return parent ? [...ancestry(parent), place] : [place];
  };
  const leaders = leadersOf(persons);
  const shown = [...byCode.values()].toSorted((a, b) => typesInOrder.indexOf(a.type) - typesInOrder.indexOf(b.type));
  const sortOf = new Map(shown.map(({ code }, index) => [code, (index + 1) * 10]));
  return [...byCode.values()].map((place) => {
    const line = ancestry(place);
    const { parent, ...named } = place;
    const { code } = named;
    return {
      id: placeId(code),
      ...named,
      ...stampedBy(administratorId, foundedAt(calendar)),
      parentId: parent === null ? null : placeId(parent),
      path: `/${line.map((one) => placeId(one.code)).join("/")}/`,
      level: line.length,
      sort: sortOf.get(code) ?? 0,
      leaderUserId: leaders.get(code) ?? null,
    };
  });
}

/** Finds the active person with the highest leading position at each place. */
function leadersOf(persons: readonly Person[]): ReadonlyMap<string, string> {
  const best = new Map<string, { id: string; rank: number }>();
  for (const { id, status, posts } of persons) {
    for (const { place, position } of posts) {
      const rank = rankOf(position);
      if (status === "ACTIVE" && rank >= LEADING_RANK && rank > (best.get(place)?.rank ?? 0))
        best.set(place, { id, rank });
    }
  }
  return new Map([...best].map(([place, { id }]) => [place, id]));
}

export function positionRows(calendar: Calendar): Rows<"position"> {
  return positions.map(({ orgTypes, roles: roleCodes, ...named }) => ({
    id: positionId(named.code),
    ...named,
    ...stampedBy(administratorId, foundedAt(calendar)),
    orgTypes: [...orgTypes],
    defaultRoleIds: roleCodes.map(roleId),
  }));
}

export function roleRows(calendar: Calendar): Rows<"role"> {
  return roles.map(({ permissionCodes, grantable, exclusiveOrgTypes, ...named }) => ({
    id: roleId(named.code),
    ...named,
    ...stampedBy(administratorId, foundedAt(calendar)),
    permissionCodes: [...permissionCodes],
    grantableRoleIds: grantable.map(roleId),
    exclusiveOrgTypes: [...exclusiveOrgTypes],
  }));
}

export function membershipRows(persons: readonly Person[]): Rows<"membership"> {
  return persons.flatMap((person) =>
    person.posts.map(({ place, position, ...post }) => ({
      id: membershipId(person, { place, position }),
      ...stampedBy(administratorId, person.createdAt),
      userId: person.id,
      organizationId: placeId(place),
      positionId: positionId(position),
      ...post,
    })),
  );
}

/** Makes the grants that come with positions (AU-R18). */
export function positionGrantRows(persons: readonly Person[]): Rows<"roleGrant"> {
  return persons.flatMap((person) =>
    person.posts.flatMap((post) =>
      rolesOf(post.position).map((code) => ({
        ...grant(person, post, code),
        source: "POSITION" as const,
        status: post.status === "ENDED" ? ("REVOKED" as const) : ("ACTIVE" as const),
      })),
    ),
  );
}

/** Makes temporary grants for assistants, whose position has no roles. The first of these grants has expired. */
export function directGrantRows(persons: readonly Person[], calendar: Calendar): Rows<"roleGrant"> {
  const assistants = persons.flatMap((person) =>
    person.posts.filter(({ position }) => position === "assistant").map((post) => ({ person, post })),
  );
  return assistants.map(({ person, post }, index) => ({
    ...grant(person, post, "observer"),
    validTo: new Date(`${calendar.day(3 - index * 8)}T00:00:00+08:00`),
    source: "DIRECT" as const,
    reason: "专项支持",
    status: index === 0 ? ("EXPIRED" as const) : ("ACTIVE" as const),
  }));
}

function grant(person: Person, post: HeldPost, role: string) {
  return {
    id: idOf(`grant:${membershipId(person, post)}:${role}`),
    ...stampedBy(administratorId, person.createdAt),
    membershipId: membershipId(person, post),
    roleId: roleId(role),
    validFrom: new Date(`${post.startDate}T00:00:00+08:00`),
    grantedBy: administratorId,
  };
}

export function organizationIdOf(person: Person): string | null {
  const primary = person.posts.find((post) => post.isPrimary && post.status === "EFFECTIVE");
  return primary ? placeId(primary.place) : null;
}

function foundedAt(calendar: Calendar): Date {
  return new Date(`${calendar.day(720)}T09:00:00+08:00`);
}

/** Makes the columns that tell who made a record and when. */
export function stampedBy(by: string, at: Date) {
  return { createdAt: at, createdBy: by, updatedAt: at, updatedBy: by };
}
