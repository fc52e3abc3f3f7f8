import { organizationsUnder, personNames } from "@ops/authority/server";
import { addDays, dayOf, type QueryOf } from "@ops/platform/contract";
import {
  exportsList,
  list,
  listPage,
  presenterOf,
  reads,
  requireRecord,
  type Tx,
  type WholeList,
  wholeList,
} from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { storePositions } from "../position/published.ts";
import { namedLike } from "../site/refs.ts";
import { type StoreRow, storeTable } from "../site/tables.ts";
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

/** 导出: the cells that the grid shows, one line each. */
export const listHeadcounts = {
  ...listRows,
  exports: exportsList(contract.headcountSheet, (tx, query) => {
    const stores = wholeList<StoreRow, object>(
      tx,
      storeTable,
      {},
      {
        where: filtersOf(query),
        orderBy: ["storeCode", "asc"],
        show: (all, rows) => linesOf(all, rows, dayAsked(tx, query)),
      },
    );
    return { ...stores, count: () => countLines(stores) };
  }),
};

/** A store has as many lines as positions with seats or people, which partners know of theirs. */
async function countLines(stores: WholeList): Promise<number> {
  let count = 0;
  for await (const lines of stores.chunks()) count += lines.length;
  return count;
}

async function linesOf(tx: Tx, stores: readonly StoreRow[], day: string): Promise<object[]> {
  const positions = await storePositions(tx);
  const order = [...positions.keys()];
  const seats = await headcountsAt(
    tx,
    stores.map(({ id }) => id),
    day,
  );
  return stores.flatMap(({ id, storeCode, name: storeName }) => {
    const used = (seats.get(id) ?? []).filter(({ quota, occupied, reserved }) => quota + occupied + reserved > 0);
    const sorted = used.toSorted((a, b) => order.indexOf(a.positionCode) - order.indexOf(b.positionCode));
    return sorted.map((cell) => {
      const positionName = positions.get(cell.positionCode)?.name ?? cell.positionCode;
      return { storeCode, storeName, positionName, day, ...cell };
    });
  });
}

export const getVacancies = reads(contract.getVacancies, async (tx, { query: { storeId, positionCode } }) => {
  await requireRecord(tx, storeTable, storeId);
  const [facts, today] = [await factsFrom(tx, [storeId], null), dayOf(tx.now)];
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
