import { startOfDay } from "@ops/platform/contract";
import { insertMany, type Tx } from "@ops/platform/server";
import { db } from "../../database.ts";
import { moveImpact } from "../../org-change/impact.ts";
import { type Calendar, minutesAfter } from "../calendar.ts";
import { administratorId, stampedBy } from "../rows.ts";
import { idOf } from "../seeded.ts";

/** Cities that were moved to their present parent that many days ago. */
const done: readonly (readonly [code: string, daysAgo: number, reason: string])[] = [
  ["CITY-XM", 61, "福建并入华南大区"],
  ["CITY-QD", 34, "山东门店划归华北大区"],
  ["CITY-SZ", 12, "苏州划归华东大区"],
];
const planned = { code: "CITY-NJ", target: "NORTH", reason: "南京试点划归华北大区" };

/** Loads three past moves, and one planned for the night of the next Sunday with today's impact. */
export async function loadOrgChanges(tx: Tx, calendar: Calendar): Promise<void> {
  const places = await db(tx).selectFrom("organization").selectAll().execute();
  const byCode = new Map(places.map((place) => [place.code, place]));
  const past = done.flatMap(([code, daysAgo, reason]) => {
    const place = byCode.get(code);
    if (!place) return [];
    const at = minutesAfter(startOfDay(calendar.day(daysAgo)), 10 * 60 + daysAgo);
    const ids = { sourceOrgId: place.id, targetOrgId: place.parentId };
    return [{ ...stamped(code, at), ...ids, reason, doneAt: at, status: "DONE" }];
  });
  await insertMany(tx, "orgChange", past);

  const [source, target] = [byCode.get(planned.code), byCode.get(planned.target)];
  if (!source || !target) return;
  const { impact, token } = await moveImpact(tx, source, target);
  const at = minutesAfter(startOfDay(calendar.day(1)), 15 * 60 + 20);
  const ids = { sourceOrgId: source.id, targetOrgId: target.id };
  const confirmed = { impact, impactToken: token, plannedAt: nextSunday(calendar), reason: planned.reason };
  await insertMany(tx, "orgChange", [{ ...stamped(planned.code, at), ...ids, ...confirmed, status: "PLANNED" }]);
}

function stamped(code: string, at: Date) {
  const id = idOf(`orgChange:${code}`);
  const changeNo = `ZC${at.toISOString().slice(0, 10).replaceAll("-", "")}000001`;
  return { id, ...stampedBy(administratorId, at), changeNo, kind: "MOVE" };
}

/** Finds two o'clock in the night of the next Sunday, at least a day ahead. */
function nextSunday(calendar: Calendar): Date {
  const ahead = [1, 2, 3, 4, 5, 6, 7].find((days) => new Date(`${calendar.day(-days)}T00:00:00Z`).getUTCDay() === 0);
  return minutesAfter(startOfDay(calendar.day(-(ahead ?? 7))), 2 * 60);
}
