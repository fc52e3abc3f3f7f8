import { changeRecord, type Holder, lockRecord, type Tx, type WorkInHand } from "@ops/platform/server";
import { sql } from "kysely";
import { db } from "../database.ts";
import { requireLeaders } from "../organization/leaders.ts";
import { organizations } from "../organization/tables.ts";
import { roles } from "../role/tables.ts";
import { keepBaseline, keepVersion } from "../role/versions.ts";

/** Organisations without a leader are nobody's: those without a deputy in service have to be given to somebody. */
const ledOrganizations: WorkInHand = {
  kind: "authority.organizations",
  label: "负责的组织",
  countOf: async (tx, holder) => (await ledBy(tx, holder)).length,
  blockingOf: async (tx, holder) => (await ledBy(tx, holder)).filter(({ hasDeputy }) => !hasDeputy).length,
  checkTaker: async (tx, from, to) => {
    for (const organization of await ledBy(tx, from)) {
      await requireLeaders(tx, organization, { leaderUserId: to.id, deputyUserIds: [] });
    }
  },
  handOver: async (tx, from, to) => {
    const led = await ledBy(tx, from);
    for (const { id } of led) {
      const organization = await lockRecord(tx, organizations, id, null);
      const deputyUserIds = organization.deputyUserIds.filter((deputy) => deputy !== to.id);
      await changeRecord(tx, organizations, organization, { leaderUserId: to.id, deputyUserIds });
    }
    return led.length;
  },
};

const ownedRoles: WorkInHand = {
  kind: "authority.roles",
  label: "负责的角色",
  countOf: async (tx, holder) => (await ownedBy(tx, holder)).length,
  handOver: async (tx, from, to) => {
    const owned = await ownedBy(tx, from);
    for (const { id } of owned) {
      const role = await lockRecord(tx, roles, id, null);
      await keepBaseline(tx, role);
      await keepVersion(tx, await changeRecord(tx, roles, role, { ownerUserId: to.id }), "负责人离职，移交");
    }
    return owned.length;
  },
};

/** What authority itself owns. */
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
    .where("o.leaderUserId", "=", holder.id)
    .where("o.deletedAt", "is", null)
    .orderBy("o.id")
    .execute();
}

async function ownedBy(tx: Tx, holder: Holder): Promise<{ id: string }[]> {
  if (holder.kind !== "person") return [];
  return db(tx)
    .selectFrom("role")
    .select("id")
    .where("ownerUserId", "=", holder.id)
    .where("deletedAt", "is", null)
    .orderBy("id")
    .execute();
}
