import type { z } from "zod";

/** Handed to every parse of what people type: the words for a check to which its contract gave none. */
export const inChinese: z.core.ParseContext<z.core.$ZodIssue> = {
  error: ({ code, origin, maximum }) =>
    code === "too_big" && origin === "string" ? `最多${maximum}个字` : "格式不正确",
};
