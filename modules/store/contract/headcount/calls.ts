import { OrganizationRef } from "@ops/authority/contract";
import {
  businessErrors,
  callsOf,
  day,
  done,
  endpoint,
  type ImportKind,
  keyword,
  listQuery,
  pageOf,
  reason,
  recordId,
  ref,
  rowsLike,
  sheet,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { positionCode } from "../position/shape.ts";
import { OpenStoreRef } from "../refs.ts";
import { HEADCOUNT_PAGE } from "../site/words.ts";
import {
  HeadcountLine,
  HeadcountQuota,
  HeadcountQuotaShape,
  HeadcountRow,
  HeadcountTemplate,
  HeadcountTemplateShape,
  quota,
  SeatNumbers,
} from "./shape.ts";

const page = HEADCOUNT_PAGE;
const path = "/store/v1/headcounts";
const view = "store:headcount:list";

export const headcountErrors = businessErrors("STORE", {
  headcountFull: "「{position}」编制已满（编制{quota}，占用{occupied}，预占{reserved}）",
  headcountDay: "生效日期不能早于30天前",
  headcountTwice: "同一门店的同一岗位只能填写一次",
  templateEmpty: "该门店类型和等级没有编制模板：{store}",
  templateTwice: "同一岗位只能填写一次",
  templateOpen: "开业最低人数不能大于编制",
});

const asked = {
  keyword: keyword("门店名称或编码"),
  orgId: ref(OrganizationRef, "所属组织").optional(),
  /** Today if it is left out. */
  day: day.optional().meta({ label: "日期" }),
};

/** The grid of stores by positions on a day. */
export const listHeadcounts = endpoint({
  method: "GET",
  path,
  title: "编制列表",
  permission: view,
  page,
  query: listQuery.extend(asked),
  answer: pageOf(HeadcountRow),
});

export const headcountSheet = sheet({
  key: "store.headcount",
  name: "编制",
  list: rowsLike(listHeadcounts, { query: asked, row: HeadcountLine }),
  path: `${path}/export`,
  permission: "store:headcount:export",
});

/** The numbers of a store's positions, from today on, where they change within 180 days. */
export const getVacancies = endpoint({
  method: "GET",
  path: `${path}/vacancy`,
  title: "编制走势",
  permission: view,
  page,
  query: z.object({ storeId: recordId.meta({ label: "门店" }), positionCode: positionCode.optional() }),
  answer: z.array(
    z.object({
      positionCode: withMeta(z.string(), { label: "岗位编码" }),
      positionName: withMeta(z.string(), { label: "岗位" }),
      steps: z.array(SeatNumbers.extend({ from: withMeta(z.string(), { label: "自" }) })),
    }),
  ),
});

/** 变更记录: the numbers that were set, the latest first. */
export const listQuotas = endpoint({
  method: "GET",
  path: `${path}/history`,
  title: "编制变更记录",
  permission: view,
  page,
  query: HeadcountQuotaShape.query({
    is: ["storeId", "positionCode", "source"],
    within: ["effectiveFrom"],
  }),
  answer: pageOf(HeadcountQuota),
});

export const saveQuotas = endpoint({
  method: "PUT",
  path,
  audit: "调整编制",
  permission: "store:headcount:edit",
  page,
  body: z.strictObject({
    effectiveFrom: day.meta({ label: "生效日期" }),
    reason,
    cells: z
      .array(z.strictObject({ storeId: ref(OpenStoreRef, "门店"), positionCode, quota }))
      .min(1, "请填写编制")
      .max(500, "一次最多调整500个编制")
      .meta({ label: "编制" }),
  }),
  answer: done,
});

const templatePath = "/store/v1/headcount-templates";
const templates = callsOf(HeadcountTemplateShape, {
  path: templatePath,
  page,
  answer: HeadcountTemplate,
  view,
  edit: "store:headcount:template",
});

export const listTemplates = endpoint(templates.all());

const templateRow = HeadcountTemplateShape.pick("positionCode", "quota", "minOpen");

/** Saves all positions of a type and level; those that are left out go. */
export const saveTemplate = endpoint({
  method: "PUT",
  path: templatePath,
  audit: "保存编制模板",
  permission: "store:headcount:template",
  page,
  body: z.strictObject({
    ...HeadcountTemplateShape.pick("storeType", "storeLevel"),
    rows: z.array(z.strictObject(templateRow)).max(50, "编制模板最多50个岗位").meta({ label: "编制模板" }),
  }),
  answer: z.array(HeadcountTemplate),
});

export const applyTemplates = endpoint({
  method: "POST",
  path: `${templatePath}/apply`,
  audit: "应用编制模板",
  permission: "store:headcount:template",
  page,
  body: z.strictObject({
    effectiveFrom: day.meta({ label: "生效日期" }),
    reason,
    storeIds: z
      .array(ref(OpenStoreRef, "门店"))
      .min(1, "请选择门店")
      .max(200, "一次最多应用到200家门店")
      .meta({ label: "门店" }),
  }),
  answer: done,
});

export const headcountImport: ImportKind = {
  key: "store.headcount",
  name: "编制",
  permission: "store:headcount:edit",
  version: 1,
  mostRows: 5_000,
  page,
  byHand: saveQuotas,
  columns: [
    { key: "storeId", title: "门店编码", required: true, ref: OpenStoreRef, note: "门店编码或门店名称" },
    { key: "positionCode", title: "岗位编码", required: true, max: 30, note: "岗位与编制页面中的岗位编码" },
    {
      key: "effectiveFrom",
      title: "生效日期",
      required: true,
      kind: "day",
      note: "不早于30天前；同一天的编制会被覆盖",
    },
    { key: "quota", title: "编制数", required: true, pattern: /^\d{1,3}$/, note: "0 至 200 的整数" },
  ],
};
