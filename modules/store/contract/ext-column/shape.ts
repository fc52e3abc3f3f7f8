import { callsOf, oneOf, requiredText, shape, switchStates, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { STORE_PAGE } from "../site/words.ts";

/** What the values of an extended column are. */
export const extColumnTypes = { TEXT: "文本", NUMBER: "数字", DAY: "日期", BOOL: "是/否", DICT: "字典" } as const;

export const extColumnStates = switchStates("STORE_EXT", "扩展列");

export const ExtColumnShape = shape("storeExtColumn", "扩展列", {
  colKey: z
    .string("请输入列键！")
    .trim()
    .regex(/^[a-z][a-zA-Z0-9]{1,30}$/, "列键为2–31位字母或数字，以小写字母开头")
    .meta({ label: "列键" }),
  label: requiredText("列名", 20),
  colType: oneOf(extColumnTypes, "请选择类型！").meta({ label: "类型" }),
  dictCode: withMeta(z.string().trim().max(60).nullable().default(null), { label: "字典编码" }),
  isRequired: withMeta(z.boolean().default(false), { label: "必填" }),
  isInList: withMeta(z.boolean().default(false), { label: "列表显示" }),
  sort: z.int("排序格式不正确").min(0).max(9999).default(0).meta({ label: "排序" }),
  status: extColumnStates.schema,
});
export const ExtColumn = ExtColumnShape.answer({});
export type ExtColumn = z.output<typeof ExtColumn>;

const calls = callsOf(ExtColumnShape, {
  path: "/store/v1/ext-columns",
  page: STORE_PAGE,
  answer: ExtColumn,
  view: "store:store:list",
  edit: "store:extColumn:edit",
});

const facts = ExtColumnShape.pick("label", "colType", "dictCode", "isRequired", "isInList", "sort");

export const listExtColumns = calls.all();
export const createExtColumn = calls.create({ ...ExtColumnShape.pick("colKey"), ...facts });
/** The key never changes: values of stores are kept by it. */
export const editExtColumn = calls.edit({ ...facts, ...ExtColumnShape.pick("status") });
