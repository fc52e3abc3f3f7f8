import { dayOf } from "@ops/platform/contract";
import type { World } from "./world.ts";

const DAY_MS = 86_400_000;
/** The days from now on which rights are compared, because an extension changes nothing today. */
const moments = [0, 2, 40, 400];

interface Held {
  readonly userId: string;
  readonly roleId: string;
  readonly organizationId: string;
  readonly fence: string | null;
  readonly moment: number;
}

interface Role {
  readonly id: string;
  readonly codes: readonly string[];
  readonly kind: string;
  readonly overrides: Readonly<Record<string, string>>;
  readonly custom: readonly { readonly orgId: string; readonly withChildren: boolean }[];
}

/**
 * The rights of people as `moment code place`, where the place is an organisation, ALL or SELF. They are read from the
 * tables, not by the code of the product.
 */
export interface Rights {
  readonly of: ReadonlyMap<string, ReadonlySet<string>>;
  readonly administrators: ReadonlySet<string>;
  /**
   * The rights of the caller, which are too many to list: the rows from which they come, and whether they cover a
   * right.
   */
  readonly own: { readonly rows: string; covers(right: string): boolean };
}

export async function readRights(app: World, callerId: string): Promise<Rights> {
  const roles = new Map((await readRoles(app)).map((role) => [role.id, role]));
  const paths = new Map((await readOrganizations(app)).map(({ id, path }) => [id, path]));
  const all = (await readHeld(app)).flatMap((held) => {
    const role = roles.get(held.roleId);
    return role ? [{ ...held, role }] : [];
  });
  const of = new Map<string, Set<string>>();
  for (const held of all.filter(({ userId }) => userId !== callerId)) {
    const mine = of.get(held.userId) ?? new Set<string>();
    of.set(held.userId, mine);
    for (const right of rightsOf(held, held.role, paths)) mine.add(`${held.moment} ${right}`);
  }
  const administrators = await app.rows<{ id: string }>(
    "select id from app_user where bool_admin and deleted_at is null and status in ('ACTIVE', 'PENDING')",
  );
  const own = ownOf(all.filter(({ userId }) => userId === callerId));
  return { of, administrators: new Set(administrators.map(({ id }) => id)), own };
}

/** Summarises the rights of the caller, who has each code everywhere or in a list of organisations. */
function ownOf(held: readonly (Held & { readonly role: Role })[]): Rights["own"] {
  const today = held
    .filter(({ moment }) => moment === 0)
    .map(({ role }) => ({
      codes: new Set(role.codes),
      isAll: role.kind === "ALL",
      places: new Set(role.custom.map(({ orgId }) => orgId)),
    }));
  return {
    rows: held
      .map((one) => JSON.stringify(one))
      .toSorted()
      .join(),
    covers: (right) => {
      const [, code = "", place = ""] = right.split(" ");
      return today.some(
        ({ codes, isAll, places }) => codes.has(code) && (isAll || place === "SELF" || places.has(place)),
      );
    },
  };
}

function rightsOf({ organizationId, fence }: Held, role: Role, paths: ReadonlyMap<string, string>): string[] {
  const below = (id: string) => {
    const top = paths.get(id) ?? "-";
    return [...paths].flatMap(([one, path]) => (path.startsWith(top) ? [one] : []));
  };
  const placesOf = (kind: string): string[] => {
    if (kind === "ALL") return fence === null ? ["ALL"] : below(fence);
    if (kind === "SELF") return ["SELF"];
    if (kind === "ORG") return [organizationId];
    if (kind === "ORG_TREE") return below(organizationId);
    return role.custom.flatMap(({ orgId, withChildren }) => (withChildren ? below(orgId) : [orgId]));
  };
  const places = new Map<string, string[]>();
  return role.codes.flatMap((code) => {
    const kind = role.overrides[code] ?? role.kind;
    const named = places.get(kind) ?? placesOf(kind);
    places.set(kind, named);
    return named.map((place) => `${code} ${place}`);
  });
}

const readRoles = (app: World) =>
  app.rows<Role>(`select id, permission_codes as codes, data_scope as kind, scope_overrides as overrides,
    custom_orgs as custom from role where status = 'ENABLED' and deleted_at is null`);

const readOrganizations = (app: World) =>
  app.rows<{ id: string; path: string }>("select id, path from organization where deleted_at is null");

/** Reads which role each person has where, at each moment. */
function readHeld(app: World): Promise<Held[]> {
  const times = moments.map((days) => new Date(app.now().getTime() + days * DAY_MS));
  return app.rows<Held>(
    `select distinct m.user_id as "userId", g.role_id as "roleId", m.organization_id as "organizationId",
       u.fence_org_id as fence, t.n::int - 1 as moment
     from unnest($1::timestamptz[], $2::date[]) with ordinality as t (at, day, n)
     join membership m on m.status <> 'ENDED' and m.start_date <= t.day and (m.end_date is null or m.end_date >= t.day)
     join organization o on o.id = m.organization_id and o.status = 'ENABLED' and o.deleted_at is null
     join app_user u on u.id = m.user_id and u.deleted_at is null and u.status in ('ACTIVE', 'PENDING')
       and (u.valid_until is null or u.valid_until >= t.day)
     join lateral (
       select role_id from role_grant where membership_id = m.id and status = 'ACTIVE' and valid_from <= t.at
         and (valid_to is null or valid_to > t.at)
       union select unnest(p.default_role_ids) from position p where p.id = m.position_id and m.status = 'FUTURE'
     ) as g on true`,
    [times, times.map(dayOf)],
  );
}

export interface Change {
  readonly userId: string;
  readonly kind: "gained" | "lost";
  readonly right: string;
}

/** Lists the rights that only one of both has. */
export function changesBetween(before: Rights, after: Rights): Change[] {
  const people = new Set([...before.of.keys(), ...after.of.keys(), ...before.administrators, ...after.administrators]);
  return [...people].flatMap((userId) => {
    const then = withFlag(before, userId);
    const now = withFlag(after, userId);
    return [
      ...[...now].filter((right) => !then.has(right)).map((right) => ({ userId, kind: "gained" as const, right })),
      ...[...then].filter((right) => !now.has(right)).map((right) => ({ userId, kind: "lost" as const, right })),
    ];
  });
}

function withFlag({ of, administrators }: Rights, userId: string): Set<string> {
  return new Set([...(of.get(userId) ?? []), ...(administrators.has(userId) ? ["0 administrator ALL"] : [])]);
}
