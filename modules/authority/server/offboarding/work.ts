import { BusinessError } from "@ops/platform/contract";
import { changeRecord, type Holder, lockRecord, type Tx, type WorkInHand } from "@ops/platform/server";
import { sql } from "kysely";
import { offboardingErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { nameOfLeader, unfitLeaders } from "../organization/leaders.ts";
import { organizations, reaches } from "../organization/tables.ts";
import { refuseEscalation } from "../role/draft/check-draft.ts";
import { keepBaseline, keepVersion } from "../role/draft/versions.ts";
import { refuseForeignHand } from "../role/own-role.ts";
import { draftOf, type RoleRow, roles } from "../role/tables.ts";
import { requireRole } from "../role/visible.ts";

/**
 * The organisations that a person leads. One without an active deputy
 * needs a successor, so that somebody is responsible.
 */
const ledOrganizations: WorkInHand = {
  kind: "authority.organizations",
  label: "负责的组织",
  countOf: async (tx, holder) => (await ledBy(tx, holder)).length,
  blockingOf: async (tx, holder) => (await ledBy(tx, holder)).filter(({ hasDeputy }) => !hasDeputy).length,
  beyondOf: async (tx, holder) => {
    const beyond = (await ledBy(tx, holder)).filter(({ isReached }) => !isReached);
    return { count: beyond.length, blocking: beyond.filter(({ hasDeputy }) => !hasDeputy).length };
  },
  checkTaker: async (tx, from, to) => {
    const closed: string[] = [];
    for (const led of await reachedOf(tx, from)) {
      if ((await unfitLeaders(tx, led, [to.id])).length > 0) closed.push(led.name);
    }
    if (closed.length === 0) return;
    throw offboardingErrors.offboardUnfit({ name: await nameOfLeader(tx, to.id), organizations: someOf(closed) });
  },
  handOver: async (tx, from, to) => {
    const led = await reachedOf(tx, from);
    for (const { id } of led) {
      const organization = await lockRecord(tx, organizations, id, null);
      const deputyUserIds = organization.deputyUserIds.filter((deputy) => deputy !== to.id);
      await changeRecord(tx, organizations, organization, { leaderUserId: to.id, deputyUserIds });
    }
    return led.length;
  },
};

const NAMED = 5;

function someOf(names: readonly string[]): string {
  const shown = names
    .slice(0, NAMED)
    .map((name) => `「${name}」`)
    .join("、");
  return names.length > NAMED ? `${shown}等${names.length}个组织` : shown;
}

const ownedRoles: WorkInHand = {
  kind: "authority.roles",
  label: "负责的角色",
  countOf: async (tx, holder) => (await ownedBy(tx, holder)).length,
  beyondOf: async (tx, holder) => {
    const owned = await ownedBy(tx, holder);
    return { count: owned.length - (await findChangeable(tx, owned)).length, blocking: 0 };
  },
  handOver: async (tx, from, to) => {
    const owned = await findChangeable(tx, await ownedBy(tx, from));
    for (const { id } of owned) {
      const role = await lockRecord(tx, roles, id, null);
      await keepBaseline(tx, role);
      await keepVersion(tx, await changeRecord(tx, roles, role, { ownerUserId: to.id }), "负责人离职，移交");
    }
    return owned.length;
  },
};

/** The work of the authority module itself. */
export const authorityWork: readonly WorkInHand[] = [ledOrganizations, ownedRoles];

async function ledBy(tx: Tx, holder: Holder) {
  if (holder.kind !== "person") return [];
  return db(tx)
    .selectFrom("organization as o")
    .selectAll("o")
    .select(
      sql<boolean>`exists (select 1 from app_user u where u.id = any(o.deputy_user_ids) and u.id <> ${holder.id}
        and u.status = 'ACTIVE' and u.deleted_at is null)`.as("hasDeputy"),
    )
    .select(reaches(tx, sql.ref("o.id")).as("isReached"))
    .where("o.leaderUserId", "=", holder.id)
    .where("o.deletedAt", "is", null)
    .orderBy("o.id")
    .execute();
}

const reachedOf = async (tx: Tx, holder: Holder) => (await ledBy(tx, holder)).filter(({ isReached }) => isReached);

/**
 * Finds the roles that the actor may edit. Only those may get a new owner,
 * because the owner decides about the role (AU-R15, AU-R27).
 */
async function findChangeable(tx: Tx, owned: readonly RoleRow[]): Promise<RoleRow[]> {
  const free: RoleRow[] = [];
  for (const role of owned) if (await mayChange(tx, role)) free.push(role);
  return free;
}

async function mayChange(tx: Tx, role: RoleRow): Promise<boolean> {
  try {
    await requireRole(tx, role.id);
    await refuseForeignHand(tx, role, draftOf(role));
    await refuseEscalation(tx, { before: role, draft: draftOf(role) });
    return true;
  } catch (refusal) {
    if (refusal instanceof BusinessError) return false;
    throw refusal;
  }
}

async function ownedBy(tx: Tx, holder: Holder): Promise<RoleRow[]> {
  if (holder.kind !== "person") return [];
  return db(tx)
    .selectFrom("role")
    .selectAll()
    .where("ownerUserId", "=", holder.id)
    .where("deletedAt", "is", null)
    .orderBy("id")
    .execute();
}
