import {
  businessErrors,
  callsOf,
  day,
  endpoint,
  type ImportKind,
  masks,
  PHONE_FORM,
  reason,
  recordId,
  ref,
  rowsLike,
  sheet,
  version,
  weekdayOf,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { OpenStoreRef, StoreRef } from "../refs.ts";
import { STORE_PAGE } from "../site/words.ts";
import {
  DutyCell,
  DutyLine,
  DutyMember,
  DutyMemberShape,
  DutyRoster,
  DutyShift,
  dutyKinds,
  MOST_WEEKS_AHEAD,
  shiftCodes,
} from "./shape.ts";

const page = STORE_PAGE;
const view = "store:duty:list";
const edit = "store:duty:edit";
const requires = [view];
const storeId = recordId.meta({ label: "门店" });

export const dutyErrors = businessErrors("STORE", {
  dutyPast: "只能修改今天及以后的排班",
  dutyAhead: `最多只能排未来${MOST_WEEKS_AHEAD}周`,
  dutyWeek: "日期不在所选的一周内",
  dutyTwice: "同一人员同一天只能有一个排班",
  dutyShift: "班次「{code}」不存在",
  dutyShiftTwice: "班次编码重复",
  dutyMember: "人员不在本店排班名单中",
  dutyClash: "{name}在{store}已有{hours}的排班",
  dutyPause: "停派日期须在今天起30天内",
  dutyPaused: "该人员已停派",
  dutyNotPaused: "该人员没有停派",
});

const members = callsOf(DutyMemberShape, {
  path: "/store/v1/duty-members",
  page,
  answer: DutyMember,
  view,
  edit,
});

/** Everybody of a store who may take turns, by name. */
export const listDutyMembers = endpoint({
  method: "GET",
  path: "/store/v1/duty-members",
  title: "排班人员列表",
  permission: view,
  page,
  query: z.object({ storeId }),
  answer: z.array(DutyMember),
});
export const editDutyMember = members.edit(DutyMemberShape.pick("families", "weight"));
export const pauseDutyMember = members.on("pause", "停派", { reason, until: day.meta({ label: "停派至" }) });
export const resumeDutyMember = members.on("resume", "恢复派单", {});

export const listDutyShifts = endpoint({
  method: "GET",
  path: "/store/v1/duty-shifts",
  title: "班次列表",
  permission: view,
  page,
  query: z.object({ storeId }),
  answer: z.array(DutyShift),
});

/** Saves all shifts of a store. Days that are planned already keep their hours. */
export const saveDutyShifts = endpoint({
  method: "PUT",
  path: "/store/v1/duty-shifts",
  audit: "保存班次",
  permission: edit,
  requires,
  page,
  body: z.strictObject({
    storeId,
    shifts: z.array(DutyShift).max(Object.keys(shiftCodes).length, "最多6个班次").meta({ label: "班次" }),
  }),
  answer: z.array(DutyShift),
});

const monday = day
  .refine((one) => weekdayOf(one) === 0, "请选择一周的周一")
  .meta({ label: "周一", examples: ["2026-11-16"] });

export const getDutyRoster = endpoint({
  method: "GET",
  path: "/store/v1/duty-roster",
  title: "排班",
  permission: view,
  page,
  query: z.object({ storeId, monday }),
  answer: DutyRoster,
});

/** Saves the cells of a week from today on; whoever has none then rests. A published week stays published. */
export const saveDutyRoster = endpoint({
  method: "PUT",
  path: "/store/v1/duty-roster",
  audit: "保存排班",
  permission: edit,
  requires,
  page,
  body: z.strictObject({
    storeId,
    monday,
    days: z.array(DutyCell).max(2_000, "排班人员过多").meta({ label: "排班" }),
    isPublishing: withMeta(z.boolean(), { label: "发布" }),
    version: version.nullable(),
  }),
  answer: DutyRoster,
});

export const copyDutyRoster = endpoint({
  method: "POST",
  path: "/store/v1/duty-roster/copy",
  audit: "复制排班",
  permission: edit,
  requires,
  page,
  body: z.strictObject({
    storeId,
    monday,
    weeks: withMeta(
      z.int("请填写周数").min(1, "请填写周数").max(MOST_WEEKS_AHEAD, `最多复制到后${MOST_WEEKS_AHEAD}周`),
      { label: "复制周数" },
    ),
  }),
  answer: DutyRoster,
});

export const dutySheet = sheet({
  key: "store.duty",
  name: "排班",
  list: rowsLike(getDutyRoster, {
    query: { storeId: ref(StoreRef, "门店").optional(), monday: monday.optional() },
    row: DutyLine,
  }),
  path: "/store/v1/duty-roster/export",
  permission: "store:duty:export",
});

export const dutyImport: ImportKind = {
  key: "store.duty",
  name: "排班",
  permission: edit,
  version: 1,
  mostRows: 5_000,
  page,
  byHand: saveDutyRoster,
  columns: [
    { key: "storeId", title: "门店编码", required: true, ref: OpenStoreRef, note: "门店编码或门店名称" },
    {
      key: "phone",
      title: "手机号",
      required: true,
      pattern: PHONE_FORM,
      whole: { mask: masks.phone, tables: ["appUser"] },
      note: "本店排班人员的手机号",
    },
    { key: "day", title: "日期", required: true, kind: "day", note: "今天及以后、8周以内；已有的排班会被覆盖" },
    {
      key: "duty",
      title: "排班",
      required: true,
      max: 20,
      note: `班次编码或名称，或${dutyKinds.REST}、${dutyKinds.LEAVE}`,
    },
  ],
};
