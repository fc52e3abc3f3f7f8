import { copyRows, insertMany, makeAuditMonths, type PlatformNode, systemActor, type Tx } from "@ops/platform/server";
import { editUser } from "../../contract/index.ts";
import { maskedIdentity } from "../account/login-log.ts";
import { PasswordHasher } from "../account/password-hash.ts";
import { db } from "../database.ts";
import { users } from "../user/tables.ts";
import { phoneOf, someName } from "./names.ts";
import { idOf, type Seeded, seeded } from "./seeded.ts";

export interface LargeSet {
  readonly users: number;
  readonly auditRows: number;
  readonly loginRows: number;
}

const MINUTE_MS = 60_000;
const USERS_PER_STORE = 40;
/** How far the logs reach back. */
const DAYS = 180;
const LARGE_PASSWORD = "Large@2025";
// Numbers from here on, so that the small set may lie beside it.
const FIRST_INDEX = 1_000_000;

/**
 * Adds people (a store for every forty), and logs spread over half a year, by COPY at constant memory. People are
 * the same on every machine; times end now. Everybody's password is `Large@2025`.
 */
export async function loadLargeSet(node: PlatformNode, size: LargeSet): Promise<void> {
  const now = node.clock.now();
  const { address } = node.database;
  const passwordHash = await new PasswordHasher().hash(LARGE_PASSWORD);
  const stores = Math.max(1, Math.ceil(size.users / USERS_PER_STORE));
  await addStores(node, stores);
  await copyRows(address, "appUser", userRows(size.users, now, passwordHash));
  await copyRows(address, "membership", membershipRows(size.users, stores, now));
  const ids = Array.from({ length: size.users }, (_, index) => userId(index));
  await node.access.commit((tx) => makeAuditMonths(tx, new Date(now.getTime() - (DAYS + 1) * 1440 * MINUTE_MS)));
  await copyRows(address, "auditLog", auditRows(ids, size.auditRows, now));
  await copyRows(address, "loginLog", loginRows(ids, size.loginRows, now));
  await node.database.writerPool.query("analyze app_user, membership, organization, audit_log, login_log");
}

const userId = (index: number) => idOf(`large-user:${index}`);
const storeId = (index: number) => idOf(`large-store:${index}`);
const advisorId = idOf("large-position");

async function addStores(node: PlatformNode, count: number): Promise<void> {
  await node.access.commit(async (tx) => {
    const root = await rootOf(tx);
    const stores = Array.from({ length: count }, (_, index) => ({
      ...stampsAt(tx.now),
      id: storeId(index),
      code: `LARGE-${index + 1}`,
      name: `规模测试门店${index + 1}`,
      type: "STORE",
      parentId: root,
      path: `/${root}/${storeId(index)}/`,
      level: 2,
    }));
    await insertMany(tx, "organization", stores);
    await insertMany(tx, "position", [
      { ...stampsAt(tx.now), id: advisorId, code: "largeAdvisor", name: "规模测试顾问" },
    ]);
  });
}

/** The top of the tree that is there, or a new one. */
async function rootOf(tx: Tx): Promise<string> {
  const root = await db(tx).selectFrom("organization").select("id").where("parentId", "is", null).executeTakeFirst();
  if (root) return root.id;
  const id = idOf("large-group");
  const group = {
    ...stampsAt(tx.now),
    id,
    code: "LARGE",
    name: "规模测试集团",
    type: "GROUP",
    path: `/${id}/`,
    level: 1,
  };
  await insertMany(tx, "organization", [group]);
  return id;
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
    };
  }
}

function* membershipRows(count: number, stores: number, now: Date) {
  for (let index = 0; index < count; index++) {
    yield {
      ...stampsAt(now),
      id: idOf(`large-membership:${index}`),
      userId: userId(index),
      organizationId: storeId(index % stores),
      positionId: advisorId,
      isPrimary: true,
      startDate: "2025-01-01",
      status: "EFFECTIVE",
    };
  }
}

/** Evenly over the time, oldest first, as a log grows. */
function* auditRows(ids: readonly string[], count: number, now: Date) {
  const random = seeded("large-audit");
  const actorOrgId = storeId(0);
  const action = `${editUser.method} ${editUser.path}`;
  for (let index = 0; index < count; index++) {
    const occurredAt = timeOf(index, count, now);
    const subject = ids[random.integer(0, ids.length - 1)] ?? "";
    yield {
      id: timedId(occurredAt, random),
      occurredAt,
      actorId: ids[random.integer(0, ids.length - 1)] ?? "",
      actorName: "规模测试",
      actorOrgId,
      ip: "10.0.0.1",
      module: "authority",
      bizType: users.name,
      bizId: subject,
      action,
      actionName: editUser.audit,
      diffs: "[]",
      source: "WEB",
      result: "SUCCESS",
      traceId: subject,
    };
  }
}

function* loginRows(ids: readonly string[], count: number, now: Date) {
  const random = seeded("large-login");
  for (let index = 0; index < count; index++) {
    const occurredAt = timeOf(index, count, now);
    const person = random.integer(0, ids.length - 1);
    const id = ids[person] ?? "";
    yield {
      id: timedId(occurredAt, random),
      occurredAt,
      identityMasked: maskedIdentity(phoneOf(FIRST_INDEX + person)),
      userId: id,
      kind: "PASSWORD",
      result: random.chance(90) ? "SUCCESS" : "BAD_CREDENTIAL",
      ip: "10.0.0.1",
      ipRegion: "内网",
      device: "Chrome 142 / Windows 10",
      traceId: id,
    };
  }
}

function timeOf(index: number, count: number, now: Date): Date {
  return new Date(now.getTime() - Math.round(((count - index) / count) * DAYS * 1440) * MINUTE_MS);
}

/** As the server makes them, ordered by time, so that new rows lie together in every index. */
function timedId(at: Date, random: Seeded): string {
  const time = at.getTime().toString(16).padStart(12, "0");
  const hex = (digits: number) =>
    random
      .integer(0, 16 ** digits - 1)
      .toString(16)
      .padStart(digits, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-a${hex(3)}-${hex(6)}${hex(6)}`;
}

function stampsAt(at: Date) {
  return { createdAt: at, createdBy: systemActor.userId, updatedAt: at, updatedBy: systemActor.userId };
}
