import { OrganizationRef } from "@ops/authority/contract";
import {
  businessErrors,
  callsOf,
  endpoint,
  flag,
  type ImportKind,
  idParams,
  keyword,
  ref,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { STAFF_PAGE } from "../site/words.ts";
import { Training, TrainingMatrix, TrainingShape, TrainStandard, TrainStandardShape, trainingForms } from "./shape.ts";

export const trainingErrors = businessErrors("STORE", {
  trainingDup: "该人员当天已有此课程的培训记录",
  trainingDays: "到期日期不能早于培训日期",
  trainingFuture: "培训日期不能晚于今天",
  trainingGone: "人员不存在",
  trainStandardTwice: "同一岗位只能填写一次",
  trainShort: "培训未达标：{what}",
});

const LIST = "store:training:list";
const EDIT = "store:training:edit";
const calls = callsOf(TrainingShape, {
  path: "/store/v1/trainings",
  page: STAFF_PAGE,
  answer: Training,
  view: LIST,
  edit: EDIT,
});

export const listTrainings = calls.list(
  TrainingShape.query({
    is: ["staffId", "storeId", "courseCode", "form"],
    within: ["trainedOn", "expireOn"],
    sort: ["trainedOn", "updatedAt"],
    more: {
      keyword: keyword("姓名 / 工号 / 课程"),
      orgId: ref(OrganizationRef, "所属组织").optional(),
      isPassed: withMeta(flag.optional(), { label: "通过" }),
    },
  }),
);

const recorded = TrainingShape.pick(
  "staffId",
  "courseCode",
  "courseName",
  "trainedOn",
  "form",
  "hours",
  "score",
  "isPassed",
  "expireOn",
);
export const createTraining = calls.create(recorded, "登记培训记录");

/** The people of a store by the courses that its training standard names or that somebody took. */
export const getStoreTrainings = endpoint({
  method: "GET",
  path: "/store/v1/stores/{id}/trainings",
  title: "门店人员培训信息",
  permission: LIST,
  page: STAFF_PAGE,
  params: idParams,
  answer: TrainingMatrix,
});

export const trainingImport: ImportKind = {
  key: "store.training",
  name: "培训记录",
  permission: EDIT,
  version: 1,
  mostRows: 5_000,
  page: STAFF_PAGE,
  byHand: createTraining,
  columns: [
    { key: "staffNo", title: "工号", required: true, max: 20 },
    {
      key: "courseCode",
      title: "课程编码",
      required: true,
      pattern: /^[A-Za-z0-9_-]{1,30}$/,
      note: "字母、数字、下划线和短横线",
    },
    { key: "trainedOn", title: "培训日期", required: true, kind: "day", note: "同一天的同一课程会被覆盖" },
    { key: "courseName", title: "课程名称", required: true, max: 60 },
    { key: "form", title: "形式", words: trainingForms, note: "空白为线下" },
    { key: "hours", title: "学时", pattern: /^\d{1,4}(\.\d)?$/, note: "0 至 1000" },
    { key: "score", title: "成绩", max: 10, note: "0 至 100 的整数" },
    { key: "isPassed", title: "通过", required: true, words: { YES: "是", NO: "否" } },
    { key: "expireOn", title: "到期日期", kind: "day", note: "空白为长期有效" },
  ],
};

const SETTINGS_PAGE = "/StoreManage/StoreProject";
const settings = callsOf(TrainStandardShape, {
  path: "/store/v1/train-standards",
  page: SETTINGS_PAGE,
  answer: TrainStandard,
  view: "store:trainStandard:list",
  edit: "store:trainStandard:edit",
});
export const listTrainStandards = endpoint(settings.all());

/** Saves all positions of a type and level; those that are left out go. */
export const saveTrainStandards = endpoint({
  method: "PUT",
  path: "/store/v1/train-standards",
  audit: "保存培训标准",
  permission: "store:trainStandard:edit",
  page: SETTINGS_PAGE,
  body: z.strictObject({
    ...TrainStandardShape.pick("storeType", "storeLevel"),
    rows: z
      .array(
        z.strictObject(TrainStandardShape.pick("positionCode", "minHeads", "courseCodes", "minCertPct", "leadDays")),
      )
      .max(50, "培训标准最多50个岗位")
      .meta({ label: "培训标准" }),
  }),
  answer: z.array(TrainStandard),
});
