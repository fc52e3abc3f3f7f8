import { z } from "zod";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { businessErrors } from "../errors.ts";
import { pagingNames } from "../paging.ts";
import { metaOf, shapeOf, withMeta } from "../value/field-meta.ts";
import { done, idParams, version, versionQuery } from "../value/fields.ts";
import { maskPersonalData } from "../value/masks.ts";
import { requiredText } from "../value/text-width.ts";

/** Filters that a person keeps for one list (PF-R131). */
export const MOST_SAVED_FILTERS = 20;
export const SHARE_FILTERS = "platform:savedFilter:share";

/**
 * A list is identified by the path of its call, such as `/user/v1/users`, so that all its pages offer the same filters.
 */
const list = withMeta(z.string("请选择列表").min(1, "请选择列表").max(200, "列表不正确"), { label: "列表" });
const name = requiredText("名称", 40);
/** As they travel in the query of the list: text by name. */
const filters = withMeta(
  z
    .record(z.string().max(60, "筛选条件不正确"), z.string().min(1, "筛选条件不正确").max(2_000, "筛选条件过长"))
    .refine((values) => Object.keys(values).length <= 40, "筛选条件过多"),
  { label: "筛选条件" },
);
const isShared = withMeta(z.boolean("请选择是否共享"), { label: "与本组织共享" });

export const SavedFilter = z.object({
  id: z.string(),
  name,
  filters: z.record(z.string(), z.string()),
  isShared,
  /** The list opens with it, for the reader. */
  isDefault: z.boolean(),
  isOwn: z.boolean(),
  /** The reader may rename, overwrite, delete it. */
  mayChange: z.boolean(),
  makerName: z.string(),
  version,
});
export type SavedFilter = z.output<typeof SavedFilter>;

const path = "/common/v1/saved-filters";
const asks = new Map([[SHARE_FILTERS, "共享常用筛选"]] as const);

/** Lists the caller's own filters and those that the organisation shares, by name. */
export const listSavedFilters = endpoint({
  method: "GET",
  path,
  title: "常用筛选",
  permission: "session",
  query: z.object({ list }),
  answer: z.array(SavedFilter),
});

export const createSavedFilter = endpoint({
  method: "POST",
  path,
  audit: "保存常用筛选",
  permission: "session",
  asks,
  body: z.object({ list, name, filters, isShared }),
  answer: SavedFilter,
});

/** Renames a filter, overwrites its values, shares it or stops sharing it. What is left out stays as it is. */
export const editSavedFilter = endpoint({
  method: "PUT",
  path: `${path}/{id}`,
  audit: "修改常用筛选",
  permission: "session",
  asks,
  params: idParams,
  body: z.object({ name: name.optional(), filters: filters.optional(), isShared: isShared.optional(), version }),
  answer: SavedFilter,
});

export const removeSavedFilter = endpoint({
  method: "DELETE",
  path: `${path}/{id}`,
  audit: "删除常用筛选",
  permission: "session",
  params: idParams,
  query: versionQuery,
  answer: done,
});

/** Sets the default. Each person has one per list, which is an own or a shared filter. */
export const chooseDefaultFilter = endpoint({
  method: "PUT",
  path: `${path}/{id}/default`,
  audit: "设置默认的常用筛选",
  permission: "session",
  params: idParams,
  body: z.object({ isDefault: withMeta(z.boolean("请选择是否默认"), { label: "默认" }) }),
  answer: done,
});

export const savedFilterErrors = businessErrors("SAVED_FILTER", {
  list: "该列表不存在，不能保存筛选",
  empty: "没有可以保存的筛选条件",
  unknown: "该列表没有这个筛选条件",
  value: "{label}的筛选值不正确",
  personal: "{label}含个人信息或须按完整号码查询，不能保存",
  most: `每个列表最多保存${MOST_SAVED_FILTERS}个常用筛选，请先删除或覆盖已有的`,
  name: "已有名为「{name}」的常用筛选",
  nowhere: "您当前不在任何组织，不能共享",
});

/** The fields of a query that a list is filtered by. */
export function filterFields({ query }: Pick<Endpoint, "query">): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(shapeOf(query)).filter(([field]) => !pagingNames.has(field)));
}

/**
 * Tells whether a filter names a person: the field is personal data or is searched by whole values (PF-R104), or the
 * text contains a number or address of a person. Such a search is counted and logged each time, so it is never saved.
 */
export function isPersonalFilter(field: unknown, text: string): boolean {
  const { whole, masked, sealedIn } = metaOf(field);
  return whole === true || masked === true || sealedIn !== undefined || maskPersonalData(text) !== text;
}
