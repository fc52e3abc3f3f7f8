import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** What the server tells an open page without being asked (PF-R101). A lost event is never the only carrier of a fact. */
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
  /** Something that these cards of 我的待办 count has changed. */
  z.object({ type: z.literal("todo.changed"), keys: z.array(z.string()) }),
  z.object({ type: z.literal("dict.changed"), codes: z.array(z.string()) }),
  z.object({ type: z.literal("app.updated"), version: z.string() }),
  /** This session begins or ends to look through somebody's eyes. */
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
      .optional(),
  }),
  streams: LiveEvent,
});
