import { z } from "zod";
import { endpoint } from "./endpoint.ts";

/** How business numbers of a kind look and how far they have come today (PF-R89). Modules declare them. */
export const NumberRuleLine = z.object({
  kind: z.string(),
  name: z.string(),
  prefix: z.string(),
  /** The next one or, since nodes draw them in blocks, one soon after it. */
  sample: z.string(),
  /** Drawn today, gaps included. */
  drawn: z.int(),
});
export type NumberRuleLine = z.output<typeof NumberRuleLine>;

export const listNumberRules = endpoint({
  method: "GET",
  path: "/common/v1/numberRules",
  title: "单号规则",
  permission: "platform:param:edit",
  answer: z.array(NumberRuleLine),
});
