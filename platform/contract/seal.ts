import { z } from "zod";
import { event } from "./events.ts";

/** How a row of the log stands (PF-R98). */
export const sealStates = { OPEN: "待封存", SEALED: "已封存", BROKEN: "校验失败" } as const;
export const sealState = z.enum(["OPEN", "SEALED", "BROKEN"]);
export type SealState = z.output<typeof sealState>;

/** The log is not what was sealed. */
export const auditBroken = event(
  "platform.auditBroken",
  z.object({ no: z.int(), fault: z.string() }),
  ({ no }) => `${no}`,
);
