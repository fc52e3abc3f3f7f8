import {
  acting,
  changeRecord,
  countedPage,
  escapeLike,
  list,
  lockRecord,
  reads,
  requireRecord,
  type Tx,
  writes,
} from "@ops/platform/server";
import { sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { apiClientStates } from "../../contract/index.ts";
import { isOutOfDate } from "../account/out-of-date.ts";
import { db } from "../database.ts";
import { bumpRights } from "../rights/bump.ts";
import { requireFreeName } from "./free-name.ts";
import { present, shown } from "./present.ts";
import { assertMayHold, assertMayTake, checkAddresses, checkValidUntil } from "./rules.ts";
import { type ApiClientRow, apiClients } from "./tables.ts";

export const listApiClients = list(contract.listApiClients, apiClients, {
  where: {
    keyword: (word) => sql<boolean>`(api_client.name ilike ${`%${escapeLike(word)}%`} or api_client.ak = ${word})`,
    interfaceId: (id) => sql<boolean>`api_client.interface_ids @> array[${id}::uuid]`,
  },
  orderBy: ["createdAt", "desc"],
  present,
});

export const getApiClient = reads(contract.getApiClient, async (tx, { params: { id } }) => {
  const row = await requireRecord(tx, apiClients, id);
  const interfaces = await db(tx)
    .selectFrom("apiInterface")
    .select(["id", "method", "path", "name"])
    .where(sql<boolean>`id = any(${row.interfaceIds}::uuid[])`)
    .orderBy("path")
    .orderBy("method")
    .execute();
  return { ...(await shown(tx, row)), interfaces, keys: await keysOf(tx, row) };
});

/** Lists the present key and the one before it with their usage, so that calls with the old key are noticed. */
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

export const editApiClient = writes(
  contract.editApiClient,
  async (tx, { params: { id }, body: { version, ...body } }) => {
    const row = await lockRecord(tx, apiClients, id, version, shown);
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
    return shown(tx, changed);
  },
);

function interfacesChanged(before: readonly string[], after: readonly string[]): string | null {
  const added = after.filter((id) => !before.includes(id)).length;
  const removed = before.filter((id) => !after.includes(id)).length;
  return added + removed === 0 ? null : `授权接口：新增${added}个，移除${removed}个`;
}

export const apiClientActing = acting(contract.apiClientActs, apiClients, {
  present,
  on: {
    disable: (_tx, _row, { reason }) => ({ disabledReason: reason }),
    enable: async (tx, row) => {
      checkValidUntil(tx, row.validUntil);
      await assertMayHold(tx, row);
      return { disabledReason: null };
    },
  },
});

export const listApiClientCalls = reads(contract.listApiClientCalls, async (tx, { params: { id }, query }) => {
  const { failed } = query;
  await requireRecord(tx, apiClients, id);
  const all = db(tx).selectFrom("apiClientCall").where("clientId", "=", id);
  const calls = failed === undefined ? all : all.where("msgCode", failed ? "<>" : "=", "");
  return countedPage(query, {
    rows: (limit, offset) =>
      calls.selectAll().orderBy("occurredAt", "desc").orderBy("id", "desc").limit(limit).offset(offset).execute(),
    count: async (limit) => {
      const counted = db(tx).selectFrom(calls.select("id").limit(limit).as("counted"));
      return (await counted.select(sql<number>`count(*)::int`.as("total")).executeTakeFirst())?.total ?? 0;
    },
  });
});
