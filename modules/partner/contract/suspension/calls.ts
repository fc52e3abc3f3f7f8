import { callsOf, endpoint, idParams, listQuery, moment, oneOf, pageOf } from "@ops/platform/contract";
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
  itemNo: z.int().meta({ label: "序号" }),
  kind: z.string(),
  kindLabel: z.string().meta({ label: "类别" }),
  label: z.string().meta({ label: "对象" }),
  actionLabel: z.string().meta({ label: "处理" }),
  state: oneOf(itemStates).meta({ label: "结果" }),
  message: z.string().nullable().meta({ label: "失败原因" }),
  doneAt: moment.nullable().meta({ label: "处理时间" }),
  restored: oneOf(restoreStates).nullable().meta({ label: "恢复" }),
  restoreMessage: z.string().nullable().meta({ label: "未恢复原因" }),
});
export type CascadeItem = z.output<typeof CascadeItem>;

/** What a suspension touched, in the order in which it did. */
export const listCascadeItems = endpoint({
  method: "GET",
  path: "/partner/v1/suspensions/{id}/items",
  title: "级联明细",
  permission: suspensionFrame.view,
  page: PARTNER_PAGE,
  params: idParams,
  query: listQuery.extend({
    kind: z.string().max(60).optional().meta({ label: "类别" }),
    state: oneOf(itemStates).optional().meta({ label: "结果" }),
    restored: oneOf(restoreStates).optional().meta({ label: "恢复" }),
  }),
  answer: pageOf(CascadeItem),
});
