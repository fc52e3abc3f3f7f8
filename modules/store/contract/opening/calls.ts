import { callsOf, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { StoreShape } from "../site/shape.ts";
import { storeFrame } from "../store/shape.ts";

const calls = callsOf(StoreShape, storeFrame);

/** What a store needs to open (ST-R4). 开业验收 and 认证率 come with projects and certificates. */
export const readinessItems = {
  PLACE: "地址、坐标与服务电话",
  HOURS: "营业时间已维护",
  LICENSE: "主体与营业执照",
  MANAGER: "店长在岗",
  HEADS: "各岗位在岗人数",
  VERIFIED: "开业验收",
  CERTS: "认证率",
} as const;
export type ReadinessKey = keyof typeof readinessItems;

export const ReadinessItem = z.object({
  no: withMeta(z.int(), { label: "序号" }),
  key: z.enum(["PLACE", "HOURS", "LICENSE", "MANAGER", "HEADS", "VERIFIED", "CERTS"]),
  label: withMeta(z.string(), { label: "检查项" }),
  isReady: withMeta(z.boolean(), { label: "是否满足" }),
  /** What is there or what is missing. */
  note: withMeta(z.string(), { label: "说明" }),
});
export type ReadinessItem = z.output<typeof ReadinessItem>;

export const getReadiness = calls.part("readiness", "开业检查", { answer: z.array(ReadinessItem) });

export const OpenBusiness = z.object({
  kind: z.string(),
  label: withMeta(z.string(), { label: "事项" }),
  count: withMeta(z.int(), { label: "数量" }),
  /** The list of these things, with its filters. */
  listed: z.object({ route: z.string(), filters: z.record(z.string(), z.string()) }).nullable(),
});
export type OpenBusiness = z.output<typeof OpenBusiness>;

/** What is still open and stops the closing of a store (ST-R34). */
export const getClosing = calls.part("closing", "闭店检查", {
  permission: "store:store:close",
  answer: z.array(OpenBusiness),
});
