import { organizationsUnder } from "@ops/authority/server";
import { get, inScope, list, reads, type Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { storeSheet } from "../../contract/index.ts";
import { enabledColumns } from "../ext-column/values.ts";
import { namedLike } from "../site/refs.ts";
import { storeTable } from "../site/tables.ts";
import { rentEnds, shortStores } from "./figures.ts";
import { presentStore, presentStores } from "./present.ts";

export const listStores = list(contract.listStores, storeTable, {
  where: {
    keyword: namedLike,
    orgId: (id) => sql<boolean>`store.id in (${organizationsUnder(id)})`,
    regionCode: (code) => sql<boolean>`${code} in (store.province_code, store.city_code, store.district_code)`,
    isRentEnding: (wanted, tx) => isOr(wanted, rentEnds(tx)),
    isIncomplete: async (wanted, tx) => isOr(wanted, await lacksFacts(tx)),
    isShort: async (wanted, tx) => isOr(wanted, sql<boolean>`store.id = any(${await shortStores(tx)}::uuid[])`),
  },
  orderBy: ["updatedAt", "desc"],
  present: presentStores,
  sheet: storeSheet,
});

export const countStores = reads(contract.countStores, async (tx) => {
  const { rows } = await sql<{ open: number; preparing: number; rentEnding: number }>`
    select count(*) filter (where state = 'OPEN')::int as open, count(*) filter (where state = 'PREPARING')::int as preparing,
      count(*) filter (where ${rentEnds(tx)})::int as rent_ending
    from store where ${inScope(tx, storeTable)}`.execute(tx.kysely);
  const { open = 0, preparing = 0, rentEnding = 0 } = rows[0] ?? {};
  return { open, preparing, rentEnding, short: (await shortStores(tx)).length };
});

export const getStore = get(contract.getStore, storeTable, presentStore);

const isOr = (wanted: boolean, condition: RawBuilder<boolean>): RawBuilder<boolean> =>
  wanted ? condition : sql<boolean>`not (${condition})`;

/** 待补充: the city is not known, or a required extended column is empty (ST-R7, ST-R32). */
async function lacksFacts(tx: Tx): Promise<RawBuilder<boolean>> {
  const required = (await enabledColumns(tx)).filter(({ isRequired }) => isRequired);
  const keys = required.map(({ colKey }) => colKey);
  return sql<boolean>`(store.city_code is null or exists
    (select 1 from unnest(${keys}::text[]) needed (key) where coalesce(store.ext ->> needed.key, '') = ''))`;
}
