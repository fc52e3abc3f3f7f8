import type { z } from "zod";

/** Passed to every parse of typed values: the messages for checks without one in the contract. */
export const inChinese: z.core.ParseContext<z.core.$ZodIssue> = {
  error: ({ code, origin, maximum }) =>
    code === "too_big" && origin === "string" ? `最多${maximum}个字` : "格式不正确",
};
