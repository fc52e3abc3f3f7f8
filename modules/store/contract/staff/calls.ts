import { OrganizationRef } from "@ops/authority/contract";
import {
  callsOf,
  day,
  endpoint,
  flag,
  keyword,
  maskedIp,
  mobilePhone,
  moment,
  oneOf,
  reason,
  recordId,
  ref,
  wholeNumber,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { StoreRef } from "../refs.ts";
import { STAFF_PAGE } from "../site/words.ts";
import { applied, chosenSource, Staff, StaffShape, staffFrame } from "./shape.ts";
import { staffStates } from "./states.ts";

const LIST = "store:staff:list";
const calls = callsOf(StaffShape, staffFrame);
const lists = callsOf(StaffShape, { ...staffFrame, answer: Staff, view: LIST });

const asked = StaffShape.query({
  is: ["positionCode", "employType", "source", "storeId", "certState"],
  within: ["entryDate", "leaveOn", "certExpireOn"],
  whole: ["phone"],
  more: {
    name: keyword("姓名", "姓名"),
    staffNo: wholeNumber("工号").optional(),
    orgId: ref(OrganizationRef, "所属组织").optional(),
    isOutOfStep: withMeta(flag.optional(), { label: "不一致" }),
    /** Working people without an id number. */
    isIncomplete: withMeta(flag.optional(), { label: "资料待补充" }),
  },
});

/** 异动中 is one tab for two states. */
export const staffTabs = {
  CANDIDATE: "候选人",
  INTERVIEWING: "面试中",
  TO_JOIN: "待入职",
  TRAINING: "培训认证中",
  IN_POST: "在岗",
  CHANGING: "异动中",
  LEFT: "已离职",
  REJECTED: "已淘汰",
} as const;
const tab = oneOf(staffTabs).meta({ label: "状态" });

export const listStaff = lists.list(
  asked.extend({
    tab: tab.optional(),
    ...StaffShape.query({ sort: ["staffNo", "name", "entryDate", "updatedAt"] }).pick({ sortBy: true, sortOrder: true })
      .shape,
  }),
);

/** How many people the list shows in each state, with all of its filters but the one by state. */
export const countStaff = lists.beside("counts", "人员状态数量", {
  query: asked.omit({ pageNo: true, pageSize: true }),
  answer: z.array(z.object({ state: staffStates.schema, count: z.int(), countKind: z.enum(["exact", "atLeast"]) })),
});

export const StaffOption = z.object({
  id: z.string(),
  userId: z.string().nullable(),
  staffNo: z.string().nullable(),
  name: z.string(),
  storeName: z.string(),
  positionName: z.string(),
});
export type StaffOption = z.output<typeof StaffOption>;

/** People in post who may be chosen as mentor or successor, at most 50. */
export const listStaffOptions = lists.beside("options", "可选在岗人员", {
  query: z.object({
    storeId: recordId.optional().meta({ label: "门店" }),
    keyword: keyword("姓名 / 工号"),
  }),
  answer: z.array(StaffOption),
});

/** Positions that people may have, for filters; with a store those that fit it, with its seats on a day. */
export const listStaffPositions = lists.beside("positions", "人员可选岗位", {
  query: z.object({
    storeId: ref(StoreRef, "门店").optional(),
    day: withMeta(day.optional(), { label: "入职日期" }),
  }),
  answer: z.array(
    z.object({
      positionCode: z.string(),
      name: withMeta(z.string(), { label: "岗位" }),
      quota: withMeta(z.int(), { label: "编制" }),
      occupied: withMeta(z.int(), { label: "占用" }),
      reserved: withMeta(z.int(), { label: "预占" }),
      vacancy: withMeta(z.int(), { label: "缺编" }),
    }),
  ),
});

/** Own stores that somebody may come to, with their place and their seats on a day: the tree of 选择组织. */
export const listStaffStores = lists.beside("stores", "人员可选门店", {
  query: z.object({ day: withMeta(day.optional(), { label: "入职日期" }) }),
  answer: z.array(
    z.object({
      id: z.string(),
      storeCode: withMeta(z.string().nullable(), { label: "门店编码" }),
      name: withMeta(z.string(), { label: "门店" }),
      regionOrgName: withMeta(z.string().nullable(), { label: "大区" }),
      cityName: withMeta(z.string().nullable(), { label: "城市" }),
      quota: withMeta(z.int(), { label: "编制" }),
      occupied: withMeta(z.int(), { label: "在岗" }),
      vacancy: withMeta(z.int(), { label: "缺编" }),
    }),
  ),
});

export const getStaff = calls.get();

/** What the onboarding will do with the account (ST-R12). */
export const accountPlans = {
  OPEN: "新开通账号，初始密码以短信发送到本人手机",
  ADD_POST: "手机号已有可用账号，将增加本岗位任职",
  REOPEN: "本人曾任职，将重新启用原账号，初始密码以短信发送到本人手机",
} as const;

/** The account of a person with its posts and last sign-ins; before the onboarding, what it will do. */
export const getStaffAccount = calls.part("account", "人员账号", {
  answer: z.object({
    plan: withMeta(z.enum(["OPEN", "ADD_POST", "REOPEN"]).nullable(), { label: "入职时", words: accountPlans }),
    /** Why no account can be given. */
    refusal: withMeta(z.string().nullable(), { label: "不能开通原因" }),
    account: Staff.shape.account,
    posts: z.array(
      z.object({
        id: z.string(),
        organizationName: withMeta(z.string(), { label: "组织" }),
        positionName: withMeta(z.string(), { label: "职位" }),
        isPrimary: withMeta(z.boolean(), { label: "主任职" }),
        roleNames: z.array(z.string()).meta({ label: "角色" }),
      }),
    ),
    logins: z.array(
      z.object({
        id: z.string(),
        occurredAt: moment.meta({ label: "时间" }),
        result: withMeta(z.string(), { label: "结果", dict: "login_result" }),
        ip: maskedIp,
        ipRegion: withMeta(z.string(), { label: "地区" }),
        device: withMeta(z.string(), { label: "设备" }),
      }),
    ),
  }),
});

export const createStaff = calls.create({
  ...StaffShape.pick("phone"),
  ...StaffShape.optional("idNo"),
  ...applied,
});

/** Store and position of somebody who works change by a movement. The account follows name and phone. */
export const editStaff = calls.edit({
  ...applied,
  /** What is left out stays as it is. */
  ...StaffShape.optional("phone", "idNo"),
  /** Stays as it is for people who were imported or taken in. */
  source: chosenSource.optional(),
});

/** Tells while a number is typed whether the person may be entered (ST-R9). Counted and logged as a search. */
export const checkStaff = endpoint({
  method: "GET",
  path: "/store/v1/staff/check",
  title: "人员查重",
  permission: staffFrame.create,
  page: STAFF_PAGE,
  query: z.object({ phone: mobilePhone }),
  answer: z.object({ refusal: z.string().nullable() }),
});

/** Hires somebody again who left or was rejected. Answers the new record; the old one stays as it is. */
export const rehireStaff = calls.on(
  "rehire",
  "返聘人员",
  { ...StaffShape.optional("phone", "idNo"), ...applied },
  { permission: staffFrame.create },
);

export const resetStaffPassword = calls.on(
  "reset-password",
  "重置人员密码",
  { reason },
  {
    permission: "store:staff:account",
    risk: "HIGH",
  },
);
