import type { AnswerFrom } from "@ops/platform/contract";
import { type DataScope, type Kept, reads, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { intakeLag } from "../intake/lag.ts";
import { blockRates } from "./block-rates.ts";
import { statisticsOfYear } from "./kept.ts";
import { carsByWhereabouts, stockBySeries } from "./stock.ts";

export type Statistics = AnswerFrom<typeof contract.getCarStatistics>;

/** Section 9 of the cars that the reader sees. Counted from the cars themselves, therefore once a minute for each scope. */
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
    whereabouts: await carsByWhereabouts(tx),
    stock: await stockBySeries(tx),
    blocks: await blockRates(tx),
    ...(await statisticsOfYear(tx, seesAll)),
    intake: seesAll ? await intakeLag(tx, "DAY") : null,
  };
}

/** The reader's, and that of whoever looks through the reader's eyes. */
function scopesOf({ actor, permission }: Tx): DataScope[] {
  return [actor, actor.seenBy].flatMap((one) => one?.scopeOf(permission) ?? []);
}

/** Scopes live as long as the rights that they belong to: with other rights, other numbers. */
const numbers = new WeakMap<DataScope, number>();
let last = 0;

function numberOf(scope: DataScope): number | "all" {
  if (scope.all) return "all";
  const known = numbers.get(scope) ?? ++last;
  numbers.set(scope, known);
  return known;
}
