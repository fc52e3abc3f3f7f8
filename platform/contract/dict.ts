import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { flag } from "./fields.ts";

export const DictEntry = z.object({
  entryMeaning: z.string(),
  entryValue: z.string(),
  sort: z.int(),
  color: z.string().nullable(),
  disabled: z.boolean(),
});
export type DictEntry = z.output<typeof DictEntry>;

export const listDictEntries = endpoint({
  method: "GET",
  path: "/common/v1/dict/entry/listByCodes",
  title: "字典项查询",
  permission: "session",
  revalidates: true,
  query: z.object({
    codes: z
      .string("字典编码格式不正确")
      .max(2000)
      .transform((codes) => [...new Set(codes.split(",").filter(Boolean))]),
    includeDisabled: flag.optional(),
  }),
  answer: z.record(z.string(), z.array(DictEntry)),
});

/** A dictionary that a module ships; administrators may rename, recolour and disable its entries. */
export interface DictDeclaration {
  readonly code: string;
  readonly name: string;
  readonly entries: readonly (readonly [value: string, meaning: string, color?: string])[];
}
