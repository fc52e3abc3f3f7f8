import { lookupOrganizations } from "@ops/authority/server";
import { type AnswerFrom, addDays, dayOf } from "@ops/platform/contract";
import { inScope, reads, type Tx } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { isTrading } from "../../contract/index.ts";
import { ownCertHeads } from "../certification/heads.ts";
import { db } from "../database.ts";
import { headcountsAt } from "../headcount/counted.ts";
import { storePositions } from "../position/published.ts";
import { storeTable } from "../site/tables.ts";
import { rosterGaps } from "./roster-gaps.ts";
import { turnoverOf } from "./turnover.ts";

type Stats = AnswerFrom<typeof contract.getStoreStats>;
type Cells = Awaited<ReturnType<typeof headcountsAt>>;

/** Closed stores have no seats and no roster, but people have left them. */
export const getStoreStats = reads(contract.getStoreStats, async (tx) => {
  const stores = await db(tx)
    .selectFrom("store")
    .select(["id", "name", "state"])
    .where("state", "<>", "CLOSED")
    .where(inScope(tx, storeTable))
    .orderBy("storeCode")
    .orderBy("id")
    .execute();
  const ids = stores.map(({ id }) => id);
  const today = dayOf(tx.now);
  const days: Cells[] = [];
  for (const after of contract.GAP_DAYS) days.push(await headcountsAt(tx, ids, addDays(today, after)));
  const now = days[0] ?? new Map();
  const trading = stores.filter(({ state }) => isTrading(state));
  return {
    fillings: await fillingsOf(tx, now),
    gaps: await gapsOf(tx, days),
    rosterGaps: await rosterGaps(tx, trading, now),
    turnover: await turnoverOf(tx),
    certs: await certsOf(tx, ids),
  };
});

async function fillingsOf(tx: Tx, cells: Cells): Promise<Stats["fillings"]> {
  const places = await lookupOrganizations(tx, [...cells.keys()]);
  const sums = new Map<string | null, Stats["fillings"][number]>();
  for (const [storeId, seats] of cells) {
    const { regionOrgId = null, regionOrgName } = places.get(storeId) ?? {};
    const known = sums.get(regionOrgId) ?? { occupied: 0, quota: 0 };
    const occupied = seats.reduce((sum, seat) => sum + seat.occupied, known.occupied);
    const quota = seats.reduce((sum, seat) => sum + seat.quota, known.quota);
    sums.set(regionOrgId, { regionOrgId, regionName: regionOrgName ?? "无大区", occupied, quota });
  }
  return [...sums.values()].toSorted((a, b) => a.regionName.localeCompare(b.regionName, "zh"));
}

/** A position with too many people in one store does not fill the seats of another one. */
async function gapsOf(tx: Tx, days: readonly Cells[]): Promise<Stats["gaps"]> {
  const sums = days.map((cells) => {
    const byPosition = new Map<string, number>();
    for (const { positionCode, vacancy } of [...cells.values()].flat()) {
      byPosition.set(positionCode, (byPosition.get(positionCode) ?? 0) + Math.max(0, vacancy));
    }
    return byPosition;
  });
  return [...(await storePositions(tx)).values()].flatMap(({ positionCode, name }) => {
    const vacancies = sums.map((byPosition) => byPosition.get(positionCode) ?? 0);
    return vacancies.every((one) => one === 0) ? [] : [{ positionCode, positionName: name, vacancies }];
  });
}

async function certsOf(tx: Tx, storeIds: readonly string[]): Promise<Stats["certs"]> {
  const heads = Map.groupBy(await ownCertHeads(tx, storeIds), ({ positionCode }) => positionCode);
  return [...(await storePositions(tx)).values()].flatMap(({ positionCode, name: positionName }) => {
    const found = heads.get(positionCode) ?? [];
    const sumOf = (of: "needed" | "certified" | "expiring") => found.reduce((sum, one) => sum + one[of], 0);
    const sums = { needed: sumOf("needed"), certified: sumOf("certified"), expiring: sumOf("expiring") };
    return found.length === 0 ? [] : [{ positionCode, positionName, ...sums }];
  });
}
