import { z } from "zod";

/** The input with which a batch was started. */
export const BatchParams = z.object({
  values: z.looseObject({ reason: z.string() }),
  /** The task that this one undoes. */
  undoes: z.string().nullable(),
  /** The flow in which it was approved, where it needs that. */
  flow: z.string().nullable(),
});
