import { commonErrors, labelOf } from "@ops/platform/contract";
import {
  changeRecord,
  escapeLike,
  insertRecord,
  list,
  lockRecord,
  presentOne,
  removeRecord,
  requireRecord,
  type Tx,
  writes,
} from "@ops/platform/server";
import { sql } from "kysely";
import type { z } from "zod";
import * as contract from "../../contract/index.ts";
import { plainUserFields, thirdErrors, verifyTicket } from "../../contract/index.ts";
import { apiClients } from "../api-client/tables.ts";
import { db } from "../database.ts";
import { visibleRoles } from "../rights/reader/visible-roles.ts";
import { type ThirdSystemRow, thirdSystems } from "./tables.ts";

const shown = presentOne(present);

export const listThirdSystems = list(contract.listThirdSystems, thirdSystems, {
  where: {
    keyword: (word) => {
      const pattern = `%${escapeLike(word)}%`;
      return sql<boolean>`(third_system.name ilike ${pattern} or third_system.code ilike ${pattern})`;
    },
  },
  orderBy: ["sort", "asc"],
  present,
});

export const createThirdSystem = writes(contract.createThirdSystem, async (tx, { body }) => {
  await check(tx, body, null);
  const taken = await db(tx).selectFrom("thirdSystem").select("id").where("code", "=", body.code).executeTakeFirst();
  if (taken) throw commonErrors.duplicate({ field: labelOf(contract.ThirdSystemShape.fields, "code") });
  return shown(tx, await insertRecord(tx, thirdSystems, body));
});

export const editThirdSystem = writes(
  contract.editThirdSystem,
  async (tx, { params: { id }, body: { version, ...body } }) => {
    const row = await lockRecord(tx, thirdSystems, id, version, shown);
    await check(tx, body, row);
    return shown(tx, await changeRecord(tx, thirdSystems, row, body));
  },
);

export const removeThirdSystem = writes(
  contract.removeThirdSystem,
  async (tx, { params: { id }, query: { version } }): Promise<true> => {
    const row = await lockRecord(tx, thirdSystems, id, version, shown);
    await removeRecord(tx, thirdSystems, row);
    return true;
  },
);

type Wanted = Pick<ThirdSystemRow, "launchKind" | "launchUrl" | "apiClientId" | "givesPhone" | "visibleRoleIds">;

/** What others have set may stay as long as it leads to the same place. */
async function check(tx: Tx, wanted: Wanted, before: Wanted | null): Promise<void> {
  const { launchKind, apiClientId, visibleRoleIds, givesPhone } = wanted;
  if (launchKind === "TICKET" && apiClientId === null) throw thirdErrors.thirdClientMissing();
  const leadsElsewhere = before === null || goals.some((goal) => wanted[goal] !== before[goal]);
  if (apiClientId !== null && leadsElsewhere) await requireVerifier(tx, apiClientId);
  // the other side learns the numbers of whoever comes, wherever they work
  if (givesPhone && leadsElsewhere && !mayGivePhones(tx)) throw thirdErrors.thirdPhone();
  const isOpened = visibleRoleIds.length === 0 && (leadsElsewhere || before.visibleRoleIds.length > 0);
  if (isOpened && !tx.actor.scopeOf(tx.permission).all) throw thirdErrors.thirdRolesMissing();
}

/** Where people and what is told of them go. */
const goals = ["launchKind", "launchUrl", "apiClientId", "givesPhone"] as const;

function mayGivePhones({ actor }: Tx): boolean {
  return actor.can(plainUserFields.code) && actor.scopeOf(plainUserFields.code).all;
}

async function requireVerifier(tx: Tx, apiClientId: string): Promise<void> {
  const client = await requireRecord(tx, apiClients, apiClientId);
  const { method, path } = verifyTicket;
  const verifying = await db(tx)
    .selectFrom("apiInterface")
    .select("id")
    .where("method", "=", method)
    .where("path", "=", path)
    .executeTakeFirst();
  if (!verifying || !client.interfaceIds.includes(verifying.id)) throw thirdErrors.thirdClientUnfit();
}

async function present(tx: Tx, rows: readonly ThirdSystemRow[]): Promise<z.input<typeof contract.ThirdSystem>[]> {
  const named = await roleNames(
    tx,
    rows.flatMap(({ visibleRoleIds }) => visibleRoleIds),
  );
  const clients = await clientNames(
    tx,
    rows.flatMap(({ apiClientId }) => apiClientId ?? []),
  );
  return rows.map((row) => ({
    ...row,
    apiClientName: row.apiClientId && (clients.get(row.apiClientId) ?? null),
    visibleRoleNames: row.visibleRoleIds.map((id) => named.get(id) ?? "其他角色"),
  }));
}

/** Of those that the actor sees. */
async function roleNames(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await db(tx)
    .selectFrom("role")
    .select(["role.id", "role.name"])
    .where("role.id", "in", [...ids])
    .where("role.deletedAt", "is", null)
    .where((await visibleRoles(tx)) ?? sql<boolean>`true`)
    .execute();
  return new Map(found.map(({ id, name }) => [id, name]));
}

async function clientNames(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const query = db(tx).selectFrom("apiClient").select(["id", "name"]);
  return new Map((await query.where("id", "in", [...ids]).execute()).map(({ id, name }) => [id, name]));
}
