import { schedule, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { CarStatistics } from "../../contract/index.ts";
import { db } from "../database.ts";
import { configurations } from "./configurations.ts";
import { leadTimes } from "./lead-times.ts";
import type { Statistics } from "./service.ts";

const { leadTimes: LeadTimes, configurations: Configurations } = CarStatistics.shape;

/** Twelve months of a whole brand are a million cars: headquarters is told what was counted within the last hours. */
const FRESH_MS = 3 * 3_600_000;

type Year = Pick<Statistics, "leadTimes" | "configurations">;

/** What covers a year, of the cars that the reader sees. */
export async function statisticsOfYear(tx: Tx, seesAll: boolean): Promise<Year> {
  const kept = seesAll ? await keptYear(tx) : null;
  return kept ?? { leadTimes: await leadTimes(tx), configurations: await configurations(tx) };
}

async function keptYear(tx: Tx): Promise<Year | null> {
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
  const parts = { LEAD_TIMES: await leadTimes(tx), CONFIGURATIONS: await configurations(tx) };
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
