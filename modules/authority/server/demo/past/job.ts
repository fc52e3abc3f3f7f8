import { job, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { db } from "../../database.ts";
import { calendarOf } from "../calendar.ts";
import { people } from "../people/people.ts";
import { seeded } from "../seeded.ts";
import { loadInterfaceUsage } from "./interface-usage.ts";

/** By then the server answers, and nobody who waits for the first page waits for the past. */
const AFTER_SECONDS = 3;

/** Loads the part of the demo that no first page needs after the start, instead of making the start longer (PF-R134). */
export const demoPastJob = job({
  name: "authority.demoPast",
  title: "载入演示数据的历史部分",
  payload: z.object({}),
  run: (work) => work.step(loadPast),
});

/** Orders the past, and says so in a quiet line. */
export async function followWithPast(tx: Tx): Promise<void> {
  await tx.enqueue(demoPastJob, {}, { key: "demo", startAfterSeconds: AFTER_SECONDS });
  tx.log.info("the past calls of the demo follow in the background");
}

/** Changes nothing the second time, because a job may run again. */
export async function loadPast(tx: Tx): Promise<void> {
  const calendar = calendarOf(tx.now);
  const past = db(tx).selectFrom("interfaceUsageDaily").select("day").where("day", "<", calendar.day(0));
  if (await past.limit(1).executeTakeFirst()) return;
  await loadInterfaceUsage(tx, people(calendar, seeded("people")), calendar);
  tx.log.info("the past calls of the demo are loaded");
}
