import { dayRange, endpoint, oneOf, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { partnerLevels } from "../words.ts";

/** A part of a whole; the page shows the percentage. */
const share = z.object({ part: z.int(), whole: z.int() });
const counted = z.object({ name: z.string(), count: z.int() });

/** Figures of the partners in the reader's scope (section 9). */
export const PartnerStats = z.object({
  activeCount: withMeta(z.int(), { label: "合作中伙伴" }),
  activated: withMeta(z.int(), { label: "新启用" }),
  terminated: withMeta(z.int(), { label: "新终止" }),
  /** The days from approval to start, of the partners that started in the period; null if none did. */
  onboardingDays: withMeta(z.number().nullable(), { label: "入驻周期（天）" }),
  papers: share.meta({ label: "资质有效率" }),
  renewals: share.meta({ label: "合同续签率" }),
  accounts: share.meta({ label: "账号活跃率" }),
  turnover: share.meta({ label: "人员流失率" }),
  /** How many mandatory onboarding tasks are open, by task. */
  openTasks: z.array(counted),
  /** How many main contracts end in each of the next twelve months. */
  contractEnds: z.array(counted),
  /** The partners with the best scores of the last closed month. */
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
  query: z.object({ period: withMeta(dayRange.optional(), { label: "统计期间" }) }),
  answer: PartnerStats,
});
