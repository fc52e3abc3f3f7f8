import { dayOf } from "@ops/platform/contract";
import { reads } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { countCohorts, countDays } from "./days.ts";
import { countCycles, countOnTime } from "./deliveries.ts";
import { countOnHand, countPast } from "./on-hand.ts";

/**
 * The board of section 9. Everything is counted from the orders when it is asked for: an order belongs to two stores, and
 * a figure kept by one organisation would show somebody another total than the list behind it.
 */
export const getOrderStats = reads(contract.getOrderStats, async (tx) => ({
  today: dayOf(tx.now),
  days: await countDays(tx),
  cohorts: await countCohorts(tx),
  cycles: await countCycles(tx),
  onTime: await countOnTime(tx),
  onHand: await countOnHand(tx),
  past: await countPast(tx),
}));
