import { callsOf, endpoint, idParams, listQuery, moment, oneOf, pageOf, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { PARTNER_PAGE } from "../words.ts";
import { Suspension, SuspensionShape, suspensionFrame } from "./shape.ts";
import { itemStates, restoreStates } from "./states.ts";

export const listSuspensions = endpoint({
  method: "GET",
  path: "/partner/v1/partners/{id}/suspensions",
  title: "暂停记录",
  permission: suspensionFrame.view,
  page: PARTNER_PAGE,
  params: idParams,
  answer: z.array(Suspension),
});

const calls = callsOf(SuspensionShape, suspensionFrame);
export const getSuspension = calls.get();

export const CascadeItem = z.object({
  id: z.string(),
  itemNo: withMeta(z.int(), { label: "序号" }),
  kind: z.string(),
  kindLabel: withMeta(z.string(), { label: "类别" }),
  label: withMeta(z.string(), { label: "对象" }),
  actionLabel: withMeta(z.string(), { label: "处理" }),
  state: oneOf(itemStates).meta({ label: "结果" }),
  message: withMeta(z.string().nullable(), { label: "失败原因" }),
  /** The time until which somebody may decide about the record; null if nobody has to. */
  dueAt: withMeta(moment.nullable(), { label: "到时处理" }),
  doneAt: withMeta(moment.nullable(), { label: "处理时间" }),
  restored: oneOf(restoreStates).nullable().meta({ label: "恢复" }),
  restoreMessage: withMeta(z.string().nullable(), { label: "未恢复原因" }),
});
export type CascadeItem = z.output<typeof CascadeItem>;

/** The records that a suspension changed, in the order of the changes. */
export const listCascadeItems = endpoint({
  method: "GET",
  path: "/partner/v1/suspensions/{id}/items",
  title: "级联明细",
  permission: suspensionFrame.view,
  page: PARTNER_PAGE,
  params: idParams,
  query: listQuery.extend({
    kind: withMeta(z.string().max(60).optional(), { label: "类别" }),
    state: oneOf(itemStates).optional().meta({ label: "结果" }),
    restored: oneOf(restoreStates).optional().meta({ label: "恢复" }),
  }),
  answer: pageOf(CascadeItem),
});
