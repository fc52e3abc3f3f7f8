import {
  day,
  idNumber,
  oneOf,
  pointer,
  recordId,
  ref,
  StoredFile,
  sealed,
  sealedPhone,
  shape,
  unmaskableOf,
  updatedAt,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { positionCode } from "../position/shape.ts";
import { StoreRef } from "../refs.ts";
import { staffFrames } from "../site/words.ts";
import { StaffRef } from "./ref.ts";
import {
  chosenSources,
  employTypes,
  leaveTypes,
  staffAccounts,
  staffCertStates,
  staffSources,
  staffStates,
} from "./states.ts";

export const chosenSource = oneOf(chosenSources, "请选择来源！").meta({ label: "来源" });

export const employType = oneOf(employTypes, "请选择用工！").meta({ label: "用工" });

const name = z.string("请输入姓名！").trim().min(2, "请输入姓名！").max(20, "姓名最多20个字").meta({ label: "姓名" });

export const StaffShape = shape("storeStaff", "人员", {
  staffNo: withMeta(z.string().nullable(), { label: "工号" }),
  name,
  phone: sealedPhone("手机号"),
  idNo: sealed("idCard", withMeta(idNumber.nullable(), { label: "身份证号" })),
  storeId: ref(StoreRef, "门店"),
  positionCode: positionCode.meta({ label: "岗位" }),
  employType,
  source: oneOf(staffSources).meta({ label: "来源" }),
  referrerStaffId: ref(StaffRef, "推荐人").nullable(),
  state: staffStates.schema,
  stateReason: withMeta(z.string().nullable(), { label: "状态原因" }),
  entryDate: withMeta(day.nullable(), { label: "入职日期" }),
  inPostOn: withMeta(day.nullable(), { label: "上岗日期" }),
  leaveOn: withMeta(day.nullable(), { label: "离职日期" }),
  leaveType: oneOf(leaveTypes).nullable().meta({ label: "离职类型" }),
  leaveReason: withMeta(z.string().nullable(), { label: "离职原因" }),
  mentorStaffId: pointer(StaffRef, "带教人").nullable(),
  photoFileId: withMeta(recordId.nullable(), { label: "照片" }),
  resumeFileIds: z.array(recordId).max(9, "简历最多9个").meta({ label: "简历" }),
  certState: oneOf(staffCertStates).meta({ label: "认证状态" }),
  certExpireOn: withMeta(day.nullable(), { label: "认证到期" }),
  isOutOfStep: withMeta(z.boolean(), { label: "不一致" }),
});

/** Phone and id number of people of own stores in clear (section 7). */
export const unmaskStaff = unmaskableOf(StaffShape, "store:staff:unmask");

export const Staff = StaffShape.answer({
  ...StaffShape.names("storeId", "referrerStaffId"),
  positionName: withMeta(z.string(), { label: "岗位" }),
  mentorName: withMeta(z.string().nullable(), { label: "带教人" }),
  account: oneOf(staffAccounts).meta({ label: "账号" }),
  /** What is to be done next with this person. */
  nextStep: withMeta(z.string().nullable(), { label: "下一步" }),
  userId: z.string().nullable(),
  /** The round of interviews that can be arranged now; null while one is under way, or if none is left (ST-R10). */
  nextRound: z.object({ no: z.int(), name: z.string() }).nullable(),
  /** Whether every round of the position is passed, so that the candidate can be hired. */
  isInterviewed: z.boolean(),
  updatedAt,
});
export type Staff = z.output<typeof Staff>;

export const StaffDetail = Staff.extend({
  /** The photo and the resumes. */
  files: z.array(StoredFile),
});
export type StaffDetail = z.output<typeof StaffDetail>;

/** What is told of somebody who is entered, changed or hired again, besides the numbers. */
export const applied = {
  ...StaffShape.pick("name", "storeId", "positionCode", "employType", "entryDate"),
  source: chosenSource,
  referrerStaffId: StaffShape.fields.referrerStaffId.default(null),
  mentorStaffId: StaffShape.fields.mentorStaffId.default(null),
  photoFileIds: z.array(recordId).max(1, "照片只能上传1张").default([]).meta({ label: "照片" }),
  resumeFileIds: StaffShape.fields.resumeFileIds.default([]),
};

/** What all calls of people have in common. */
export const staffFrame = staffFrames("staff", StaffDetail, {
  view: "store:staff:view",
  edit: "store:staff:edit",
  create: "store:staff:create",
});
