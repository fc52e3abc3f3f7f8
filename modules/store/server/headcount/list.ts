import { organizationsUnder, personNames } from "@ops/authority/server";
import { addDays, dayOf, type QueryOf } from "@ops/platform/contract";
import {
  exportsList,
  inScope,
  list,
  listPage,
  presenterOf,
  reads,
  requireRecord,
  type Tx,
  wholeQuery,
} from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { storePositions } from "../position/published.ts";
import { namedLike } from "../site/refs.ts";
import { storeTable } from "../site/tables.ts";
import { headcountsAt } from "./counted.ts";
import { cellKey, factsFrom } from "./facts.ts";
import { quotaTable } from "./tables.ts";

type Filter = Pick<QueryOf<typeof contract.listHeadcounts>, "keyword" | "orgId" | "day">;

const dayAsked = (tx: Tx, { day }: Filter) => day ?? dayOf(tx.now);

/** Closed stores have no seats. */
function filtersOf({ keyword, orgId }: Filter): RawBuilder<boolean>[] {
  const found = [sql<boolean>`store.state <> 'CLOSED'`];
  if (keyword) found.push(namedLike(keyword));
  if (orgId) found.push(sql<boolean>`store.id in (${organizationsUnder(orgId)})`);
  return found;
}

const listRows = reads(contract.listHeadcounts, async (tx, { query }) => {
  const page = await listPage(tx, storeTable, query, { where: filtersOf(query), orderBy: ["storeCode", "asc"] });
  const cells = await headcountsAt(
    tx,
    page.list.map(({ id }) => id),
    dayAsked(tx, query),
  );
  return {
    ...page,
    list: page.list.map(({ id, storeCode, name, storeType, storeLevel }) => {
      return { id, storeCode, name, storeType, storeLevel, cells: [...(cells.get(id) ?? [])] };
    }),
  };
});

interface CellRow {
  readonly storeId: string;
  readonly positionCode: string;
  readonly storeCode: string | null;
  readonly storeName: string;
}

export const listHeadcounts = {
  ...listRows,
  exports: exportsList(contract.headcountSheet, (tx, query) => {
    const from = sql`from headcount join store on store.id = headcount.store_id
      where ${sql.join([inScope(tx, storeTable), ...filtersOf(query)], sql` and `)}`;
    return wholeQuery<CellRow, object>(tx, {
      rows: () => sql`select headcount.store_id, headcount.position_code, store.store_code, store.name as store_name ${from}
        order by store.store_code nulls last, headcount.store_id, headcount.position_code`,
      count: async (limit) => {
        const counted = await sql<{
          count: number;
        }>`select count(*)::int as count from (select 1 ${from} limit ${limit}) c`.execute(tx.kysely);
        return counted.rows[0]?.count ?? 0;
      },
      show: (all, rows) => linesOf(all, rows, dayAsked(tx, query)),
    });
  }),
};

async function linesOf(tx: Tx, rows: readonly CellRow[], day: string): Promise<object[]> {
  const positions = await storePositions(tx);
  const seats = await headcountsAt(tx, [...new Set(rows.map(({ storeId }) => storeId))], day);
  return rows.map(({ storeId, positionCode, ...store }) => {
    const found = seats.get(storeId)?.find((one) => one.positionCode === positionCode);
    const { quota, occupied, reserved, vacancy } = found ?? { quota: 0, occupied: 0, reserved: 0, vacancy: 0 };
    const positionName = positions.get(positionCode)?.name ?? positionCode;
    return { ...store, positionCode, positionName, day, quota, occupied, reserved, vacancy };
  });
}

export const getVacancies = reads(contract.getVacancies, async (tx, { query: { storeId, positionCode } }) => {
  await requireRecord(tx, storeTable, storeId);
  const [facts, today] = [await factsFrom(tx, storeId, null), dayOf(tx.now)];
  const used = [...(await storePositions(tx)).values()].filter(
    (one) => !positionCode || one.positionCode === positionCode,
  );
  return used.flatMap((position) => {
    const cell = facts.get(cellKey({ storeId, positionCode: position.positionCode }));
    if (!cell) return [];
    const steps = contract.stepsOf(cell, today, addDays(today, contract.STEP_DAYS));
    return [{ positionCode: position.positionCode, positionName: position.name, steps }];
  });
});

export const listQuotas = list(contract.listQuotas, quotaTable, {
  orderBy: ["updatedAt", "desc"],
  present: presenterOf(quotaTable, contract.HeadcountQuota, async (tx, rows) => {
    const positions = await storePositions(tx);
    const people = await personNames(
      tx,
      rows.map(({ updatedBy }) => updatedBy),
    );
    return ({ positionCode, updatedBy }) => ({
      positionName: positions.get(positionCode)?.name ?? positionCode,
      updatedByName: people.get(updatedBy) ?? "",
    });
  }),
});
