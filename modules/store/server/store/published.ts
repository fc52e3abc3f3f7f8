import { isOpenAt } from "@ops/platform/contract";
import { holidaysOf, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { TRADING_STATES } from "../../contract/index.ts";
import { calendarOf } from "../hours/calendar.ts";
import { type PublishedStore, publish, selectPublished } from "../site/published.ts";

interface AskedStores {
  readonly cityCode: string;
  /** Only stores that are open at this time. */
  readonly openAt?: Date;
}

/** Lists the stores that trade and serve a city, by code and without regard to the scope. Locks nothing. */
export async function storesIn(tx: Tx, { cityCode, openAt }: AskedStores): Promise<PublishedStore[]> {
  const rows = await selectPublished(tx)
    .where("state", "in", [...TRADING_STATES])
    .where(sql<boolean>`service_city_codes @> array[${cityCode}]`)
    .orderBy("storeCode")
    .execute();
  const stores = await publish(tx, rows);
  if (openAt === undefined) return stores;
  const open: PublishedStore[] = [];
  for (const store of stores) {
    if (isOpenAt(await calendarOf(tx, store.id), openAt, await holidaysOf(tx))) open.push(store);
  }
  return open;
}
