import { z } from "zod";
import { event } from "../service/events.ts";
import { oneOf } from "../value/fields.ts";

/** The state of a row in the log (PF-R98). */
export const sealStates = { OPEN: "待封存", SEALED: "已封存", BROKEN: "校验失败" } as const;
export const sealState = oneOf(sealStates).meta({ label: "封存" });
export type SealState = z.output<typeof sealState>;

/** The log differs from what was sealed. */
export const auditBroken = event(
  "platform.auditBroken",
  z.object({ no: z.int(), fault: z.string() }),
  ({ no }) => `${no}`,
);
