import { endpoint, oneOf, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { dutyFamilies } from "../duty/shape.ts";
import { STORE_PAGE } from "../site/words.ts";

/** Vacant seats are told for today and so many days later. */
export const GAP_DAYS = [0, 30, 60, 90] as const;
export const ROSTER_DAYS = 7;
export const MOST_GAP_STORES = 20;
export const TURNOVER_MONTHS = 12;

const count = (label: string) => withMeta(z.int(), { label });
const named = (label: string) => withMeta(z.string(), { label });

/** Figures of the stores in the reader's scope (section 9). */
export const StoreStats = z.object({
  /** People and seats of each region today; the id is null for stores outside of all regions. */
  fillings: z.array(
    z.object({
      regionOrgId: z.string().nullable(),
      regionName: named("大区"),
      occupied: count("在岗"),
      quota: count("编制"),
    }),
  ),
  /** Vacant seats of each position on each of the days of `GAP_DAYS`, in their order. */
  gaps: z.array(
    z.object({
      positionCode: z.string(),
      positionName: named("岗位"),
      vacancies: z.array(z.int()).meta({ label: "缺口" }),
    }),
  ),
  /** Minutes in which a store is open with nobody of a family on duty; the stores with most of them. */
  rosterGaps: z.array(
    z.object({
      storeId: z.string(),
      storeName: named("门店"),
      family: oneOf(dutyFamilies).meta({ label: "排班类型", words: dutyFamilies }),
      minutes: count("空档（分钟）"),
      firstDay: named("最早日期"),
    }),
  ),
  /** Who left in each of the last months, the running one last. */
  turnover: z.array(
    z.object({ month: named("月份"), left: count("离职"), atStart: count("月初人数"), atEnd: count("月末人数") }),
  ),
  /** Own people of each position that asks for a certificate: who holds one, and whose ends within 30 days. */
  certs: z.array(
    z.object({
      positionCode: z.string(),
      positionName: named("岗位"),
      needed: count("须认证"),
      certified: count("已认证"),
      expiring: count("30天内到期"),
    }),
  ),
});
export type StoreStats = z.output<typeof StoreStats>;

export const getStoreStats = endpoint({
  method: "GET",
  path: "/store/v1/stats",
  title: "门店统计",
  permission: "store:stat:view",
  page: STORE_PAGE,
  answer: StoreStats,
});
