import { type AnswerFrom, commonErrors, labelOf } from "@ops/platform/contract";
import {
  changeRecord,
  escapeLike,
  insertRecord,
  list,
  lockRecord,
  presentOne,
  removeRecord,
  type Tx,
  usagesOf,
  writes,
} from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { followPosition } from "../membership/position-grants.ts";
import { bumpRights } from "../rights/bump.ts";
import { roleNames } from "../role/present.ts";
import { requireSettableRoles } from "./default-roles.ts";
import { type PositionRow, positions } from "./tables.ts";

type PresentedPosition = AnswerFrom<typeof contract.createPosition>;

async function present(tx: Tx, list: readonly PositionRow[]): Promise<PresentedPosition[]> {
  const holders = await holdersOf(
    tx,
    list.map(({ id }) => id),
  );
  const roleIds = [...new Set(list.flatMap(({ defaultRoleIds }) => defaultRoleIds))];
  const names = await roleNames(tx, roleIds);
  return list.map((position) => ({
    ...position,
    defaultRoleNames: position.defaultRoleIds.map((id) => names[id] ?? "-"),
    holders: holders.get(position.id) ?? 0,
  }));
}

const shown = presentOne(present);

export const listPositions = list(contract.listPositions, positions, {
  where: {
    keyword: (word) => {
      const pattern = `%${escapeLike(word)}%`;
      return sql<boolean>`(position.name ilike ${pattern} or position.code ilike ${pattern})`;
    },
    orgType: (type) => sql<boolean>`(position.org_types = '{}' or ${type} = any(position.org_types))`,
  },
  orderBy: ["rank", "desc"],
  present,
});

export const createPosition = writes(contract.createPosition, async (tx, { body }) => {
  await lockNames(tx);
  await requireFree(tx, "code", body.code);
  await requireFree(tx, "name", body.name);
  await requireSettableRoles(tx, { added: body.defaultRoleIds, removed: [] });
  return shown(tx, await insertRecord(tx, positions, { ...body, status: "ENABLED" }));
});

export const editPosition = writes(contract.editPosition, async (tx, { params: { id }, body }) => {
  await lockNames(tx);
  const { version, ...changes } = body;
  const position = await lockRecord(tx, positions, id, version, shown);
  if (changes.name !== position.name) await requireFree(tx, "name", changes.name);
  await requireSettableRoles(tx, findDifference(position.defaultRoleIds, changes.defaultRoleIds), id);
  const changed = await changeRecord(tx, positions, position, changes);
  // all who hold it follow (AU-R18)
  if (changes.defaultRoleIds.join() !== position.defaultRoleIds.join()) {
    await bumpRights(tx, await followPosition(tx, id));
  }
  return shown(tx, changed);
});

export const removePosition = writes(
  contract.removePosition,
  async (tx, { params: { id }, query: { version } }): Promise<true> => {
    const position = await lockRecord(tx, positions, id, version, shown);
    const held = await db(tx).selectFrom("membership").select("id").where("positionId", "=", id).executeTakeFirst();
    if (held || (await usagesOf(tx, positions.name, id)).length > 0) throw commonErrors.referenced();
    await removeRecord(tx, positions, position);
    return true;
  },
);

const NAMES = 7_316_105;

/** A handful of changes a year: one after the other, so that the checks hold. */
async function lockNames(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${NAMES})`.execute(tx.kysely);
}

async function requireFree(tx: Tx, column: "code" | "name", value: string): Promise<void> {
  const holder = await db(tx).selectFrom("position").select("id").where(column, "=", value).executeTakeFirst();
  if (holder) throw commonErrors.duplicate({ field: labelOf(contract.PositionShape.fields, column) });
}

function findDifference(before: readonly string[], after: readonly string[]) {
  const added = after.filter((id) => !before.includes(id));
  return { added, removed: before.filter((id) => !after.includes(id)) };
}

async function holdersOf(tx: Tx, ids: readonly string[]): Promise<Map<string, number>> {
  const counted = await db(tx)
    .selectFrom("membership")
    .select(["positionId", sql<number>`count(distinct user_id)::int`.as("holders")])
    .where(sql<boolean>`position_id = any(${ids}::uuid[])`)
    .where("status", "=", "EFFECTIVE")
    .groupBy("positionId")
    .execute();
  return new Map(counted.map(({ positionId, holders }) => [positionId, holders]));
}
