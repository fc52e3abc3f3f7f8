import { copyRows, insertMany, type PlatformNode, systemActor, type Tx } from "@ops/platform/server";
import { closureOf, type Permission, permissionsOf } from "../../../contract/index.ts";
import { PasswordHasher } from "../../account/password-hash.ts";
import { db } from "../../database.ts";
import { phoneOf, someName } from "../people/names.ts";
import { stampedBy } from "../rows.ts";
import { idOf, seeded } from "../seeded.ts";
import { loadLargeLogs } from "./large-logs.ts";
import { largePlaces } from "./large-places.ts";

/**
 * How much to load. Without `organizations` and `memberships`, the number of
 * users decides; other optional parts default to none.
 */
export interface LargeSet {
  readonly users: number;
  readonly auditRows: number;
  readonly loginRows: number;
  readonly organizations?: number;
  readonly memberships?: number;
  readonly roles?: number;
  readonly grants?: number;
  readonly menus?: number;
}

const MINUTE_MS = 60_000;
const USERS_PER_PLACE = 40;
/** People were hired within this many days. */
const DAYS = 180;
const LARGE_PASSWORD = "Large@2025";
// People are numbered from here on, so that they do not collide with those of the small demo.
const FIRST_INDEX = 1_000_000;

/**
 * Adds a tree of organisations, people with posts and roles, and logs of two years. It uses
 * COPY and SQL, so that memory stays constant. The people are the same on every machine; the
 * times end now. Everybody's password is `Large@2025`.
 */
export async function loadLargeSet(node: PlatformNode, size: LargeSet): Promise<void> {
  const now = node.clock.now();
  const { address } = node.database;
  const passwordHash = await new PasswordHasher().hash(LARGE_PASSWORD);
  const { users, memberships = users, roles = 0, grants = 0 } = size;
  const places = Math.max(3, size.organizations ?? Math.ceil(users / USERS_PER_PLACE));
  const stores = await addPlaces(node, places);
  await copyRows(address, "appUser", userRows(users, now, passwordHash));
  await copyRows(address, "membership", membershipRows({ users, memberships }, stores, now));
  await copyRows(address, "role", roleRows(roles, now, await permissionsAt(node)));
  if (roles > 0) await copyRows(address, "roleGrant", grantRows(grants, { roles, memberships }, now));
  await copyRows(address, "menu", menuRows(size.menus ?? 0, now));
  await node.database.writerPool.query("analyze app_user, membership, organization, role, role_grant, menu");
  await loadLargeLogs(node, size);
}

const stampsAt = (at: Date) => stampedBy(systemActor.userId, at);
const userId = (index: number) => idOf(`large-user:${index}`);
const membershipId = (index: number) => idOf(`large-membership:${index}`);
const roleId = (index: number) => idOf(`large-role:${index}`);
const positionIds = [idOf("large-position"), idOf("large-position-second")] as const;

/** Adds the organisations and answers the ids of the lowest ones, in which people work. */
async function addPlaces(node: PlatformNode, count: number): Promise<string[]> {
  const places = await node.access.commit(async (tx) => {
    const root = await rootOf(tx);
    await insertMany(tx, "position", [
      { ...stampsAt(tx.now), id: positionIds[0], code: "largeAdvisor", name: "规模测试顾问" },
      { ...stampsAt(tx.now), id: positionIds[1], code: "largeDeputy", name: "规模测试代理" },
    ]);
    return [...largePlaces(root, count)];
  });
  const now = node.clock.now();
  const rows = places.map((place) => ({ ...stampsAt(now), ...place }));
  await copyRows(node.database.address, "organization", rows);
  return places.filter(({ type }) => type === "STORE").map(({ id }) => id);
}

/** Finds the root of the existing tree, or makes one. */
async function rootOf(tx: Tx): Promise<string> {
  const root = await db(tx).selectFrom("organization").select("id").where("parentId", "is", null).executeTakeFirst();
  if (root) return root.id;
  const id = idOf("large-group");
  const place = { code: "LARGE", name: "规模测试集团", type: "GROUP", path: `/${id}/`, level: 1 };
  await insertMany(tx, "organization", [{ ...stampsAt(tx.now), id, ...place }]);
  return id;
}

/** Finds every permission that an endpoint requires. */
function permissionsAt(node: PlatformNode): Promise<Permission[]> {
  return node.access.read(async (tx) => permissionsOf(tx.endpoints));
}

function* userRows(count: number, now: Date, passwordHash: string) {
  const random = seeded("large-users");
  for (let index = 0; index < count; index++) {
    const at = new Date(now.getTime() - random.integer(1, DAYS * 1440) * MINUTE_MS);
    yield {
      ...stampsAt(at),
      id: userId(index),
      ...someName(random),
      mobilePhone: phoneOf(FIRST_INDEX + index),
      staffNo: `L${String(index + 1).padStart(7, "0")}`,
      userType: "STORE",
      status: random.chance(92) ? "ACTIVE" : "DISABLED",
      passwordHash,
      mustChangePwd: false,
      pwdUpdatedAt: at,
      lastActiveAt: now, // keeps everybody active, so that nobody becomes dormant during a measurement
    };
  }
}

/** Gives everybody one post. Posts beyond the number of people are second posts in another organisation. */
function* membershipRows(size: { users: number; memberships: number }, stores: readonly string[], now: Date) {
  for (let index = 0; index < size.memberships; index++) {
    const isFirst = index < size.users;
    const person = index % size.users;
    yield {
      ...stampsAt(now),
      id: membershipId(index),
      userId: userId(person),
      organizationId: stores[(person + (isFirst ? 0 : 1 + Math.floor(index / size.users))) % stores.length] ?? "",
      positionId: isFirst ? positionIds[0] : positionIds[1],
      isPrimary: isFirst,
      startDate: "2025-01-01",
      status: "EFFECTIVE",
    };
  }
}

const scopes = ["ORG", "ORG_TREE", "SELF"] as const;

/** Gives each role a third of the permissions and the permissions that those require. */
function* roleRows(count: number, now: Date, permissions: readonly Permission[]) {
  for (let index = 0; index < count; index++) {
    const wanted = permissions.filter((_, at) => (at + index) % 3 === 0).map(({ code }) => code);
    const codes = closureOf(wanted, permissions);
    const pages = permissions.flatMap(({ code, menuKey }) => (codes.has(code) && menuKey ? menuKey : []));
    yield {
      ...stampsAt(now),
      id: roleId(index),
      code: `large${index}`,
      name: `规模测试角色${index + 1}`,
      category: "规模测试",
      menuKeys: [...new Set(pages)],
      permissionCodes: [...codes],
      dataScope: scopes[index % scopes.length] ?? "SELF",
    };
  }
}

/** Gives the first role to one post in nine (5,000 of 45,000) and the others in turn. */
function* grantRows(count: number, { roles, memberships }: { roles: number; memberships: number }, now: Date) {
  for (let index = 0; index < count; index++) {
    const round = Math.floor(index / memberships);
    const role = round === 0 && index % 9 === 0 ? 0 : 1 + ((index + round * 7) % Math.max(1, roles - 1));
    yield {
      ...stampsAt(now),
      id: idOf(`large-grant:${index}`),
      membershipId: membershipId(index % memberships),
      roleId: roleId(Math.min(role, roles - 1)),
      validFrom: now,
      grantedBy: systemActor.userId,
    };
  }
}

const LINKS_PER_GROUP = 50;

/** Makes groups of links that do not appear in the sidebar. */
function* menuRows(count: number, now: Date) {
  for (let index = 0; index < count; index++) {
    const group = Math.floor(index / LINKS_PER_GROUP);
    const isGroup = index % LINKS_PER_GROUP === 0;
    yield {
      ...stampsAt(now),
      id: idOf(`large-menu:${index}`),
      key: isGroup ? `large.group${group}` : `large.link${index}`,
      title: isGroup ? `规模测试目录${group + 1}` : `规模测试外链${index}`,
      path: isGroup ? `/large/${group}` : `https://example.com/${index}`,
      parentKey: isGroup ? null : `large.group${group}`,
      sort: 10_000 + index,
      isHidden: true,
      kind: isGroup ? "GROUP" : "LINK",
      source: "CUSTOM",
    };
  }
}
