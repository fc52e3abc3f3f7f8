import { schedule, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { CarStatistics } from "../../contract/index.ts";
import { db } from "../database.ts";
import { countConfigurations } from "./configurations.ts";
import { countLeadTimes } from "./lead-times.ts";
import type { Statistics } from "./service.ts";

const { leadTimes: LeadTimes, configurations: Configurations } = CarStatistics.shape;

/**
 * The scope ALL is answered from a count of the last hours, because twelve months of a whole brand are a million cars.
 */
const FRESH_MS = 3 * 3_600_000;

type Year = Pick<Statistics, "leadTimes" | "configurations">;

/** Counts the numbers that cover a year, for the cars that the reader sees. */
export async function countYear(tx: Tx, seesAll: boolean): Promise<Year> {
  const kept = seesAll ? await findKeptYear(tx) : null;
  return kept ?? { leadTimes: await countLeadTimes(tx), configurations: await countConfigurations(tx) };
}

async function findKeptYear(tx: Tx): Promise<Year | null> {
  const rows = await db(tx)
    .selectFrom("carStatistics")
    .selectAll()
    .where("countedAt", ">", new Date(tx.now.getTime() - FRESH_MS))
    .execute();
  const [times, shares] = [
    rows.find(({ part }) => part === "LEAD_TIMES"),
    rows.find(({ part }) => part !== "LEAD_TIMES"),
  ];
  if (!times || !shares) return null;
  return { leadTimes: LeadTimes.parse(times.value), configurations: Configurations.parse(shares.value) };
}

export async function keepYear(tx: Tx): Promise<void> {
  const parts = { LEAD_TIMES: await countLeadTimes(tx), CONFIGURATIONS: await countConfigurations(tx) };
  for (const [part, counted] of Object.entries(parts)) {
    const row = {
      part: z.enum(["LEAD_TIMES", "CONFIGURATIONS"]).parse(part),
      countedAt: tx.now,
      value: JSON.stringify(counted),
    };
    await db(tx)
      .insertInto("carStatistics")
      .values(row)
      .onConflict((conflict) => conflict.column("part").doUpdateSet({ countedAt: row.countedAt, value: row.value }))
      .execute();
  }
}

export const statisticsSchedule = schedule({
  name: "vehicle.statistics",
  title: "汇总车辆统计",
  at: "37 * * * *",
  run: (work) => work.step(keepYear),
});
