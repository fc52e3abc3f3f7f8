import { PersonRef } from "@ops/authority/contract";
import {
  createdAt,
  day,
  oneOf,
  pointer,
  recordId,
  ref,
  refName,
  requiredText,
  StoredFile,
  shape,
  updatedAt,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { positionCode } from "../position/shape.ts";
import { OpenStoreRef, StoreRef } from "../refs.ts";
import { staffFrames } from "../site/words.ts";
import { StaffRef } from "../staff/ref.ts";
import { leaveTypes } from "../staff/states.ts";
import { handoverStates, movementKinds, movementStates } from "./states.ts";

const REASON_LEAST = 5;
const reason = requiredText("原因", 200).refine((text) => text.length >= REASON_LEAST, `原因至少${REASON_LEAST}个字`);

export const MovementShape = shape("storeMovement", "异动单", {
  movementNo: withMeta(z.string(), { label: "异动单号" }),
  staffId: ref(StaffRef, "人员"),
  kind: oneOf(movementKinds, "请选择异动类型！").meta({ label: "类型" }),
  fromStoreId: pointer(StoreRef, "原门店"),
  fromPositionCode: withMeta(z.string(), { label: "原岗位" }),
  toStoreId: ref(OpenStoreRef, "调入门店").nullable().default(null),
  toPositionCode: positionCode.nullable().default(null).meta({ label: "调入岗位" }),
  /** The first day at the new place; of somebody who leaves, the last day. */
  effectiveDate: day.meta({ label: "生效日期" }),
  reason: reason.meta({ label: "原因", examples: ["个人发展需要"] }),
  /** The account is frozen with the request (ST-R17). */
  isUrgent: z.boolean().default(false).meta({ label: "立即离职" }),
  leaveType: oneOf(leaveTypes).nullable().default(null).meta({ label: "离职类型" }),
  isRestricted: z.boolean().default(false).meta({ label: "列入限制名单" }),
  fileIds: z.array(recordId).max(9, "附件最多9个").default([]).meta({ label: "附件" }),
  /** Takes all work that has no successor of its own, also what comes later. */
  defaultSuccessorId: pointer(PersonRef, "其他事项接手人").nullable().default(null),
  state: movementStates.schema,
  failure: withMeta(z.string().nullable(), { label: "未完成原因" }),
});

export const MovementHandover = z.object({
  kind: z.string(),
  label: withMeta(z.string(), { label: "事项" }),
  countAtStart: withMeta(z.int(), { label: "数量" }),
  toUserId: z.string().nullable(),
  toName: withMeta(z.string().nullable(), { label: "接手人" }),
  handed: withMeta(z.int(), { label: "已交接" }),
  state: oneOf(handoverStates).meta({ label: "结果" }),
  message: withMeta(z.string().nullable(), { label: "说明" }),
});
export type MovementHandover = z.output<typeof MovementHandover>;

const names = {
  ...MovementShape.names("staffId", "toStoreId"),
  staffNo: withMeta(z.string().nullable(), { label: "工号" }),
  fromStoreName: refName(StoreRef, "fromStoreId", "原门店"),
  fromPositionName: withMeta(z.string(), { label: "原岗位" }),
  toPositionName: withMeta(z.string().nullable(), { label: "调入岗位" }),
  createdByName: withMeta(z.string(), { label: "发起人" }),
  createdAt,
  updatedAt,
};

/** A movement as lists show it. */
export const Movement = MovementShape.answer(names);
export type Movement = z.output<typeof Movement>;

export const MovementDetail = MovementShape.answer({
  ...names,
  defaultSuccessorName: refName(PersonRef, "defaultSuccessorId", "其他事项接手人").nullable(),
  handovers: z.array(MovementHandover).meta({ label: "交接" }),
  files: z.array(StoredFile).meta({ label: "附件" }),
});
export type MovementDetail = z.output<typeof MovementDetail>;

/** What all calls of movements have in common. */
export const movementFrame = staffFrames("movements", MovementDetail, {
  view: "store:movement:view",
  edit: "store:movement:create",
});
