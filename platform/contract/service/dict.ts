import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { businessErrors } from "../errors.ts";
import { isInherited } from "../own-names.ts";
import { listQuery, pageOf } from "../paging.ts";
import { switchStates } from "../record/states.ts";
import { withMeta } from "../value/field-meta.ts";
import { done, flag, idParams, version } from "../value/fields.ts";
import { requiredText } from "../value/text-width.ts";

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
      .transform((codes) => [...new Set(codes.split(",").filter(Boolean))])
      .meta({ label: "字典编码" }),
    includeDisabled: flag.optional().meta({ label: "含停用" }),
  }),
  answer: z.record(z.string(), z.array(DictEntry)),
});

/** A dictionary that a module ships; administrators may rename, recolour and disable its entries. */
export interface DictDeclaration {
  readonly code: string;
  readonly name: string;
  readonly entries: readonly (readonly [value: string, meaning: string, color?: string])[];
  /** Columns of the module's tables with values of the dictionary. An entry that occurs there cannot be deleted. */
  readonly usedBy?: readonly { readonly table: string; readonly column: string }[];
}

export const DictType = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  module: z.string(),
  builtIn: z.boolean(),
  version,
});
export type DictType = z.output<typeof DictType>;

export const listDictTypes = endpoint({
  method: "GET",
  path: "/common/v1/dict/types",
  title: "字典类型列表",
  permission: "platform:dict:list",
  query: listQuery.extend({ keyword: z.string().trim().max(50).optional().meta({ label: "关键字" }) }),
  answer: pageOf(DictType),
});

const dictTypeCode = z
  .string("请输入字典编码！")
  .regex(/^[a-z][a-z0-9_]{1,49}$/, "字典编码格式不正确")
  .refine((code) => !isInherited(code), "字典编码格式不正确")
  .meta({ label: "字典编码" });
const entryValue = requiredText("值", 60).refine((value) => !isInherited(value), "值格式不正确");

export const createDictType = endpoint({
  method: "POST",
  path: "/common/v1/dict/types",
  audit: "新增字典类型",
  permission: "platform:dict:edit",
  body: z.object({ code: dictTypeCode, name: requiredText("字典名称", 40) }),
  answer: DictType,
});

export const dictEntryStates = switchStates("DICT", "字典项");

export const ManagedDictEntry = z.object({
  id: z.string(),
  code: z.string(),
  entryMeaning: withMeta(z.string(), { label: "名称" }),
  entryValue: withMeta(z.string(), { label: "值" }),
  sort: withMeta(z.int(), { label: "排序" }),
  color: z.string().nullable(),
  status: dictEntryStates.schema,
  version,
});
export type ManagedDictEntry = z.output<typeof ManagedDictEntry>;

export const listManagedDictEntries = endpoint({
  method: "GET",
  path: "/common/v1/dict/entries",
  title: "字典项列表",
  permission: "platform:dict:list",
  query: listQuery.extend({ code: dictTypeCode }),
  answer: pageOf(ManagedDictEntry),
});

const entryFields = {
  entryMeaning: requiredText("名称", 60),
  sort: z.int("排序格式不正确").min(1).max(9999).meta({ label: "排序" }),
  color: z
    .string()
    .regex(/^[a-z]{3,12}$/, "颜色格式不正确")
    .nullable()
    .meta({ label: "颜色" }),
};

export const createDictEntry = endpoint({
  method: "POST",
  path: "/common/v1/dict/entries",
  audit: "新增字典项",
  permission: "platform:dict:edit",
  body: z.object({ code: dictTypeCode, entryValue, ...entryFields }),
  answer: ManagedDictEntry,
});

/** `entryValue` cannot be edited, because records contain it. */
export const editDictEntry = endpoint({
  method: "PUT",
  path: "/common/v1/dict/entries/{id}",
  audit: "编辑字典项",
  permission: "platform:dict:edit",
  params: idParams,
  body: z.object({ ...entryFields, status: dictEntryStates.schema, version }),
  answer: ManagedDictEntry,
});

export const removeDictEntry = endpoint({
  method: "DELETE",
  path: "/common/v1/dict/entries/{id}",
  audit: "删除字典项",
  permission: "platform:dict:edit",
  params: idParams,
  answer: done,
});

export const dictErrors = businessErrors("DICT", {
  inUse: "字典项已被使用，只能停用",
  builtIn: "内置字典不能删除字典项，只能停用",
});
