import { z } from "zod";
import { endpoint } from "../endpoint.ts";

/**
 * Events that the server sends to open pages (PF-R101). No fact may depend only on such an event, because it can be
 * lost.
 */
export const LiveEvent = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("session.revoked"),
    reason: z.string(),
    /** Set when another sign-in took over: `{地区} · {浏览器/系统} · {时间}`. */
    newLogin: z.string().nullable(),
  }),
  z.object({ type: z.literal("perm.changed") }),
  z.object({ type: z.literal("job.progress"), jobId: z.string(), done: z.int(), total: z.int() }),
  z.object({ type: z.literal("job.finished"), jobId: z.string(), status: z.string() }),
  z.object({ type: z.literal("notice.new"), noticeId: z.string() }),
  /** Some of the person's own were read, perhaps in another tab. */
  z.object({ type: z.literal("notice.read") }),
  /** One was published or withdrawn; who it is for finds out by asking. */
  z.object({ type: z.literal("announcement.changed") }),
  /** News of the topics to which the page listens, by the name of the topic (PF-R109). */
  z.object({
    type: z.literal("topic.news"),
    news: z.record(z.string(), z.union([z.array(z.string()), z.literal("all")])),
  }),
  z.object({ type: z.literal("dict.changed"), codes: z.array(z.string()) }),
  z.object({ type: z.literal("app.updated"), version: z.string() }),
  /** The session begins or ends to view the product as another person. */
  z.object({ type: z.literal("viewAs.changed") }),
  z.object({ type: z.literal("org.switched"), organizationName: z.string() }),
]);
export type LiveEvent = z.output<typeof LiveEvent>;

export const liveEvents = endpoint({
  method: "GET",
  path: "/common/v1/events",
  title: "实时消息",
  permission: "session",
  viewing: "own",
  query: z.object({
    lastEventId: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional()
      .meta({ label: "最近消息编号" }),
    /** Names of topics, separated by commas. Topics that the caller may not get stay silent. */
    topics: z.string().max(1_000).optional().meta({ label: "主题" }),
  }),
  streams: LiveEvent,
});
