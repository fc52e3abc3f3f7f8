import type { AnswerFrom } from "@ops/platform/contract";
import { type DataScope, type Kept, reads, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { measureLag } from "../intake/lag.ts";
import { blockRates } from "./block-rates.ts";
import { countYear } from "./kept.ts";
import { countByWhereabouts, countStockBySeries } from "./stock.ts";

export type Statistics = AnswerFrom<typeof contract.getCarStatistics>;

/**
 * Answers the statistics of section 9 for the cars that the reader sees. They are counted from the cars themselves, and
 * therefore cached for a minute per scope.
 */
export const getCarStatistics = reads(contract.getCarStatistics, (tx) => {
  const { actor, permission } = tx;
  const counted: Kept<Statistics> = {
    name: "vehicle.statistics",
    seconds: 60,
    load: (own) => countCars({ ...own, actor, permission }),
  };
  return tx.kept(counted, scopesOf(tx).map(numberOf).join(" "));
});

async function countCars(tx: Tx): Promise<Statistics> {
  const seesAll = scopesOf(tx).every(({ all }) => all);
  return {
    countedAt: tx.now,
    whereabouts: await countByWhereabouts(tx),
    stock: await countStockBySeries(tx),
    blocks: await blockRates(tx),
    ...(await countYear(tx, seesAll)),
    intake: seesAll ? await measureLag(tx, "DAY") : null,
  };
}

/** The scope of the reader, and that of the person who views the product as the reader. */
function scopesOf({ actor, permission }: Tx): DataScope[] {
  return [actor, actor.seenBy].flatMap((one) => one?.scopeOf(permission) ?? []);
}

/** Numbers the scopes for the key of the cache. A change of rights makes a new scope, and so a new number. */
const numbers = new WeakMap<DataScope, number>();
let last = 0;

function numberOf(scope: DataScope): number | "all" {
  if (scope.all) return "all";
  const known = numbers.get(scope) ?? ++last;
  numbers.set(scope, known);
  return known;
}
