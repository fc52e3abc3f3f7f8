import { dayRange, endpoint, oneOf } from "@ops/platform/contract";
import { z } from "zod";
import { partnerLevels } from "../words.ts";

/** A part of a whole; the page shows the percentage. */
const share = z.object({ part: z.int(), whole: z.int() });
const counted = z.object({ name: z.string(), count: z.int() });

/** The partners that the reader reaches, in numbers (section 9). */
export const PartnerStats = z.object({
  activeCount: z.int().meta({ label: "合作中伙伴" }),
  activated: z.int().meta({ label: "新启用" }),
  terminated: z.int().meta({ label: "新终止" }),
  /** From the approval to the start, of those that started in the period; null when none did. */
  onboardingDays: z.number().nullable().meta({ label: "入驻周期（天）" }),
  papers: share.meta({ label: "资质有效率" }),
  renewals: share.meta({ label: "合同续签率" }),
  accounts: share.meta({ label: "账号活跃率" }),
  turnover: share.meta({ label: "人员流失率" }),
  /** Mandatory tasks of those coming in: how many are open, by task. */
  openTasks: z.array(counted),
  /** Main contracts that end in each of the next twelve months. */
  contractEnds: z.array(counted),
  /** The best of the last closed month. */
  ranking: z.array(z.object({ name: z.string(), total: z.number(), level: oneOf(partnerLevels) })),
  rankingPeriod: z.string().nullable(),
});
export type PartnerStats = z.output<typeof PartnerStats>;

export const getPartnerStats = endpoint({
  method: "GET",
  path: "/partner/v1/stats",
  title: "合作伙伴统计",
  permission: "partner:stat:view",
  page: "/Partner/list",
  query: z.object({ period: dayRange.optional().meta({ label: "统计期间" }) }),
  answer: PartnerStats,
});
