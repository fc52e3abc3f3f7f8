import type { AnswerOf, ReadEndpoint } from "@ops/platform/contract";
import type { z } from "zod";

/** A GET that answers one record. */
export type DetailEndpoint = ReadEndpoint & { readonly params: z.ZodObject; readonly answer: z.ZodType };

export type RecordOf<E> = AnswerOf<E>;
