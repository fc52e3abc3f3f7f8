import {
  callsOf,
  dictCode,
  endpoint,
  idParams,
  keyword,
  oneOf,
  recordId,
  wholeNumber,
  wholePhone,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { freezeSource, STAFF_PAGE, wecomUserId } from "./fields.ts";
import { Staff, StaffShape, staffFrame } from "./shape.ts";
import { staffStates } from "./states.ts";

const calls = callsOf(StaffShape, staffFrame);
const lastLogins = { "7": "7天内登录", OVER_30: "超过30天未登录", OVER_60: "超过60天未登录" } as const;

const staffFilters = {
  name: keyword("姓名", "姓名"),
  phone: wholePhone.optional(),
  staffNo: wholeNumber("工号").optional(),
  partnerId: withMeta(recordId.optional(), { label: "伙伴" }),
  storeId: withMeta(recordId.optional(), { label: "门店" }),
  positionCode: dictCode("partner_position", "岗位").optional(),
  account: Staff.shape.account.optional(),
  freezeSource: freezeSource.optional().meta({ label: "冻结来源" }),
  certStanding: Staff.shape.certStanding.optional(),
  lastLogin: oneOf(lastLogins).optional().meta({ label: "最近登录" }),
};

export const listStaffs = callsOf(StaffShape, { ...staffFrame, answer: Staff }).list(
  StaffShape.query({ is: ["state"], sort: ["staffNo", "name", "joinOn", "createdAt"], more: staffFilters }),
);

/** How many people the list shows in each state, with all of its filters but the one by state. */
export const countStaffs = endpoint({
  method: "GET",
  path: "/partner/v1/staffs/counts",
  title: "伙伴员工状态数量",
  permission: "partner:staff:view",
  page: STAFF_PAGE,
  query: z.object(staffFilters),
  answer: z.array(z.object({ state: staffStates.schema, count: z.int(), countKind: z.enum(["exact", "atLeast"]) })),
});

export const getStaff = calls.get();

/** Partners inside the reader's scope whose people may be looked for. */
export const listStaffPartners = endpoint({
  method: "GET",
  path: "/partner/v1/staffs/partners",
  title: "伙伴员工可选伙伴",
  permission: "partner:staff:view",
  page: STAFF_PAGE,
  answer: z.array(
    z.object({
      id: z.string(),
      partnerNo: z.string(),
      shortName: z.string(),
      takesStaff: z.boolean(),
      seatsLeft: z.int(),
    }),
  ),
});

/** What may be chosen for the people of one partner: its stores, and the roles that its kinds allow (PT-R11). */
export const listStaffChoices = endpoint({
  method: "GET",
  path: "/partner/v1/partners/{id}/staff-choices",
  title: "伙伴员工可选门店与角色",
  permission: "partner:staff:view",
  page: STAFF_PAGE,
  params: idParams,
  answer: z.object({
    stores: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
    roles: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

export const createStaff = calls.create({
  partnerId: z.uuid("请选择伙伴！").meta({ label: "伙伴" }),
  ...StaffShape.pick("name", "phone", "idNo", "storeId", "positionCode", "joinOn", "contractType", "roleIds"),
  wecomUserId: wecomUserId.default(null),
});

/** For somebody who was rejected, an edit is the new application. The id number cannot change once the account is open. */
export const editStaff = calls.edit({
  ...StaffShape.pick("name", "positionCode", "joinOn", "contractType", "roleIds"),
  /** What is left out stays as it is. */
  ...StaffShape.optional("phone", "idNo", "wecomUserId"),
});
