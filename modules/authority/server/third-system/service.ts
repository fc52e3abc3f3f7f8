import { type BodyOf, commonErrors, type Page, type QueryOf } from "@ops/platform/contract";
import {
  changeRecord,
  escapeLike,
  findRecord,
  insertRecord,
  is,
  listPage,
  lockRecord,
  removeRecord,
  requireRecord,
  type Tx,
} from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { thirdErrors, verifyTicket } from "../../contract/index.ts";
import { apiClients } from "../api-client/tables.ts";
import { db } from "../database.ts";
import { roles } from "../role/tables.ts";
import { type ThirdSystemRow, thirdSystems } from "./tables.ts";

type Presented = ThirdSystemRow & { apiClientName: string | null; visibleRoleNames: string[] };

export async function listThirdSystems(
  tx: Tx,
  query: QueryOf<typeof contract.listThirdSystems>,
): Promise<Page<Presented>> {
  const { keyword, launchKind, status } = query;
  const page = await listPage(tx, thirdSystems, query, {
    where: [matches(keyword), is("launchKind", launchKind), is("status", status)],
    orderBy: ["sort", "asc"],
  });
  return { ...page, list: await present(tx, page.list) };
}

function matches(keyword: string | undefined): RawBuilder<boolean> | null {
  if (!keyword) return null;
  const pattern = `%${escapeLike(keyword)}%`;
  return sql<boolean>`(third_system.name ilike ${pattern} or third_system.code ilike ${pattern})`;
}

export async function createThirdSystem(tx: Tx, body: BodyOf<typeof contract.createThirdSystem>): Promise<Presented> {
  await check(tx, body, null);
  const taken = await db(tx).selectFrom("thirdSystem").select("id").where("code", "=", body.code).executeTakeFirst();
  if (taken) throw commonErrors.duplicate({ field: "编码" });
  return presentOne(tx, await insertRecord(tx, thirdSystems, body));
}

export async function editThirdSystem(
  tx: Tx,
  id: string,
  { version, ...body }: BodyOf<typeof contract.editThirdSystem>,
): Promise<Presented> {
  const row = await lockRecord(tx, thirdSystems, id, version, presentOne);
  await check(tx, body, row);
  return presentOne(tx, await changeRecord(tx, thirdSystems, row, body));
}

export async function removeThirdSystem(tx: Tx, id: string, version: number): Promise<true> {
  const row = await lockRecord(tx, thirdSystems, id, version, presentOne);
  await removeRecord(tx, thirdSystems, row);
  return true;
}

type Wanted = Pick<ThirdSystemRow, "launchKind" | "apiClientId" | "visibleRoleIds">;

/** What is named anew must lie in the operator's sight; what others have set may stay. */
async function check(tx: Tx, wanted: Wanted, before: Wanted | null): Promise<void> {
  const { launchKind, apiClientId, visibleRoleIds } = wanted;
  if (launchKind === "TICKET" && apiClientId === null) throw thirdErrors.thirdClientMissing();
  if (apiClientId !== null && apiClientId !== before?.apiClientId) await requireVerifier(tx, apiClientId);
  for (const roleId of visibleRoleIds.filter((id) => !before?.visibleRoleIds.includes(id))) {
    if (!(await findRecord(tx, roles, roleId))) throw thirdErrors.thirdRoleUnknown();
  }
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

async function presentOne(tx: Tx, row: ThirdSystemRow): Promise<Presented> {
  const [presented] = await present(tx, [row]);
  if (!presented) throw new Error("one system went in, none came out");
  return presented;
}

async function present(tx: Tx, rows: readonly ThirdSystemRow[]): Promise<Presented[]> {
  const roleIds = rows.flatMap(({ visibleRoleIds }) => visibleRoleIds);
  const clientIds = rows.flatMap(({ apiClientId }) => apiClientId ?? []);
  const named = await namesOf(tx, roleIds, clientIds);
  return rows.map((row) => ({
    ...row,
    apiClientName: row.apiClientId && (named.get(row.apiClientId) ?? null),
    visibleRoleNames: row.visibleRoleIds.flatMap((id) => named.get(id) ?? []),
  }));
}

async function namesOf(tx: Tx, roleIds: readonly string[], clientIds: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from role where id = any(${[...roleIds]}::uuid[]) and deleted_at is null
    union all select id, name from api_client where id = any(${[...clientIds]}::uuid[])`.execute(tx.kysely);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
