import type { BodyOf, Page, QueryOf } from "@ops/platform/contract";
import {
  changeRecord,
  escapeLike,
  insertRecord,
  is,
  listPage,
  lockRecord,
  newId,
  requireRecord,
  selvesOf,
  type Tx,
} from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type * as contract from "../../contract/index.ts";
import { apiClientErrors, apiClientStates } from "../../contract/index.ts";
import { isOutOfDate } from "../account/out-of-date.ts";
import { db } from "../database.ts";
import { bumpRights } from "../rights/bump.ts";
import { newAk, newSk } from "./keys.ts";
import { type PresentedClient, present, presentOne } from "./present.ts";
import { assertMayHold, assertMayTake, checkAddresses, checkValidUntil } from "./rules.ts";
import { type ApiClientRow, apiClients } from "./tables.ts";

export async function listApiClients(
  tx: Tx,
  query: QueryOf<typeof contract.listApiClients>,
): Promise<Page<PresentedClient>> {
  const { keyword, status, ownerOrgId, interfaceId } = query;
  const page = await listPage(tx, apiClients, query, {
    where: [matches(keyword), is("status", status), is("ownerOrgId", ownerOrgId), grants(interfaceId)],
    orderBy: ["createdAt", "desc"],
  });
  return { ...page, list: await present(tx, page.list) };
}

function matches(keyword: string | undefined): RawBuilder<boolean> | null {
  if (!keyword) return null;
  return sql<boolean>`(api_client.name ilike ${`%${escapeLike(keyword)}%`} or api_client.ak = ${keyword})`;
}

function grants(interfaceId: string | undefined): RawBuilder<boolean> | null {
  return interfaceId ? sql<boolean>`api_client.interface_ids @> array[${interfaceId}::uuid]` : null;
}

export async function getApiClient(tx: Tx, id: string) {
  const row = await requireRecord(tx, apiClients, id);
  const interfaces = await db(tx)
    .selectFrom("apiInterface")
    .select(["id", "method", "path", "name"])
    .where(sql<boolean>`id = any(${row.interfaceIds}::uuid[])`)
    .orderBy("path")
    .orderBy("method")
    .execute();
  return { ...(await presentOne(tx, row)), interfaces, keys: await keysOf(tx, row) };
}

/** The present key, and the one before while it is accepted or has been used since the rotation. */
async function keysOf(tx: Tx, { id, keyNo }: ApiClientRow) {
  const used = await db(tx)
    .selectFrom("apiClientKeyUsage")
    .select(["keyNo", "calls", "lastUsedAt"])
    .where("clientId", "=", id)
    .where("keyNo", ">=", keyNo - 1)
    .execute();
  const shown = keyNo > 1 ? [keyNo, keyNo - 1] : [keyNo];
  return shown.map((no) => {
    const usage = used.find((one) => one.keyNo === no);
    return { keyNo: no, isCurrent: no === keyNo, calls: usage?.calls ?? 0, lastUsedAt: usage?.lastUsedAt ?? null };
  });
}

export async function createApiClient(tx: Tx, body: BodyOf<typeof contract.createApiClient>, sealingKey: Buffer) {
  checkAddresses(body.ipAllow);
  checkValidUntil(tx, body.validUntil);
  await assertMayHold(tx, body);
  await requireFreeName(tx, body.name);
  const id = newId();
  const { sk, stored } = newSk(sealingKey, id);
  const ak = newAk();
  await insertRecord(tx, apiClients, {
    id,
    ak,
    ...stored,
    ...body,
    interfaceIds: [...new Set(body.interfaceIds)],
    keyNo: 1,
    previousSkCipher: null,
    previousUntil: null,
    rotatedAt: null,
    lastUsedAt: null,
    status: "ACTIVE" as const,
    disabledReason: null,
    keyHolderIds: [...selvesOf(tx)],
    previousHolderIds: [],
  });
  tx.trail.summary = `授权接口${body.interfaceIds.length}个`;
  await bumpRights(tx, []);
  return { id, ak, sk };
}

export async function editApiClient(
  tx: Tx,
  id: string,
  { version, ...body }: BodyOf<typeof contract.editApiClient>,
): Promise<PresentedClient> {
  const row = await lockRecord(tx, apiClients, id, version, presentOne);
  checkAddresses(body.ipAllow);
  if (body.validUntil !== row.validUntil) checkValidUntil(tx, body.validUntil);
  await assertMayTake(tx, row);
  await assertMayHold(tx, body);
  if (body.name !== row.name) await requireFreeName(tx, body.name);
  const isOpenAgain = row.status === "EXPIRED" && !isOutOfDate(body.validUntil, tx.now);
  const status = isOpenAgain ? apiClientStates.next(row.status, "prolong") : row.status;
  const interfaceIds = [...new Set(body.interfaceIds)];
  const changed = await changeRecord(tx, apiClients, row, { ...body, interfaceIds, status });
  tx.trail.summary = interfacesChanged(row.interfaceIds, interfaceIds);
  await bumpRights(tx, []);
  return presentOne(tx, changed);
}

function interfacesChanged(before: readonly string[], after: readonly string[]): string | null {
  const added = after.filter((id) => !before.includes(id)).length;
  const removed = before.filter((id) => !after.includes(id)).length;
  return added + removed === 0 ? null : `授权接口：新增${added}个，移除${removed}个`;
}

/** The new key holds at once, the one before for the hours asked for (AU-R54). Whoever rotates holds the key afterwards. */
export async function rotateApiClient(
  tx: Tx,
  id: string,
  { overlapHours, version }: BodyOf<typeof contract.rotateApiClient>,
  sealingKey: Buffer,
) {
  const row = await lockRecord(tx, apiClients, id, version, presentOne);
  apiClientStates.next(row.status, "rotate");
  await assertMayHold(tx, row);
  const { sk, stored } = newSk(sealingKey, id);
  const previousUntil = overlapHours === 0 ? null : new Date(tx.now.getTime() + overlapHours * 3_600_000);
  const previousSkCipher = previousUntil && row.skCipher;
  const holders = { keyHolderIds: [...selvesOf(tx)], previousHolderIds: previousUntil ? row.keyHolderIds : [] };
  const changes = { ...stored, previousSkCipher, previousUntil, keyNo: row.keyNo + 1, rotatedAt: tx.now, ...holders };
  await changeRecord(tx, apiClients, row, changes);
  return { ak: row.ak, sk, previousUntil };
}

export async function switchApiClient(
  tx: Tx,
  id: string,
  move: "disable" | "enable",
  { reason, version }: BodyOf<typeof contract.disableApiClient>,
): Promise<PresentedClient> {
  const row = await lockRecord(tx, apiClients, id, version, presentOne);
  const status = apiClientStates.next(row.status, move);
  if (move === "enable") {
    checkValidUntil(tx, row.validUntil);
    await assertMayHold(tx, row);
  }
  tx.trail.reason = reason;
  const changed = await changeRecord(tx, apiClients, row, {
    status,
    disabledReason: move === "disable" ? reason : null,
  });
  return presentOne(tx, changed);
}

async function requireFreeName(tx: Tx, name: string): Promise<void> {
  const holder = await db(tx).selectFrom("apiClient").select("id").where("name", "=", name).executeTakeFirst();
  if (holder) throw apiClientErrors.apiClientExists();
}
