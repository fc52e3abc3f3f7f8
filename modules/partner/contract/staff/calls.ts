import {
  day,
  dictCode,
  endpoint,
  idParams,
  keyword,
  listQuery,
  mobilePhone,
  moment,
  oneOf,
  pageOf,
  recordId,
  sortable,
  version,
  wholeNumber,
  wholePhone,
} from "@ops/platform/contract";
import { z } from "zod";
import {
  certCode,
  contractType,
  freezeSource,
  idNumber,
  positionCode,
  roleIds,
  STAFF_PAGE,
  staffFields,
  wecomUserId,
} from "./fields.ts";
import { staffStates } from "./states.ts";

/** 账号: usable while the person is ACTIVE and no source freezes it. */
export const staffAccounts = {
  NONE: "未开通",
  USABLE: "可用",
  READ_ONLY: "只读",
  FROZEN: "冻结",
  CLOSED: "已关闭",
} as const;
/** 认证: of the certificates that the position requires. */
export const certStandings = {
  VALID: "有效",
  ENDING: "30天内到期",
  EXPIRED: "已过期",
  MISSING: "未取得",
  WAIVED: "已豁免",
} as const;
const lastLogins = { "7": "7天内登录", OVER_30: "超过30天未登录", OVER_60: "超过60天未登录" } as const;

const account = oneOf(staffAccounts).meta({ label: "账号状态" });
const certStanding = oneOf(certStandings).meta({ label: "认证状态" });

export const Staff = z.object({
  id: z.string(),
  staffNo: z.string().meta({ label: "工号" }),
  name: z.string().meta({ label: "姓名" }),
  phone: z.string().meta({ label: "手机号", masked: true }),
  idNo: z.string().meta({ label: "身份证号", masked: true }),
  partnerId: z.string(),
  partnerNo: z.string().meta({ label: "伙伴编号" }),
  partnerName: z.string().meta({ label: "伙伴" }),
  storeId: z.string().nullable(),
  storeName: z.string().nullable().meta({ label: "门店" }),
  positionCode,
  joinOn: day.meta({ label: "入职日期" }),
  leaveOn: day.nullable().meta({ label: "离职日期" }),
  contractType,
  state: staffStates.schema,
  stateReason: z.string().nullable().meta({ label: "状态原因" }),
  account,
  freezeSources: z.array(freezeSource).meta({ label: "冻结来源" }),
  certStanding,
  /** When the first of the required certificates ends. */
  certEndsOn: day.nullable().meta({ label: "认证有效期" }),
  roleIds: z.array(z.string()),
  roleNames: z.array(z.string()).meta({ label: "角色" }),
  wecomUserId: z.string().nullable().meta({ label: "企微账号" }),
  lastLoginAt: moment.nullable().meta({ label: "最近登录" }),
  createdAt: moment.meta({ label: "创建时间" }),
  version,
});
export type Staff = z.output<typeof Staff>;

const staffFilters = {
  name: keyword("姓名", "姓名"),
  phone: wholePhone.optional(),
  staffNo: wholeNumber("工号").optional(),
  partnerId: recordId.optional().meta({ label: "伙伴" }),
  storeId: recordId.optional().meta({ label: "门店" }),
  positionCode: dictCode("partner_position", "岗位").optional(),
  state: staffStates.schema.optional(),
  account: account.optional(),
  freezeSource: freezeSource.optional().meta({ label: "冻结来源" }),
  certStanding: certStanding.optional(),
  lastLogin: oneOf(lastLogins).optional().meta({ label: "最近登录" }),
  ...sortable("staffNo", "name", "joinOn", "createdAt"),
};

export const listStaffs = endpoint({
  method: "GET",
  path: "/partner/v1/staffs",
  title: "伙伴员工列表",
  permission: "partner:staff:view",
  page: STAFF_PAGE,
  query: listQuery.extend(staffFilters),
  answer: pageOf(Staff),
});

const { sortBy: _by, sortOrder: _order, state: _state, ...countedBy } = staffFilters;

/** How many people of each state the list has under the same filters, but for the one of the state itself. */
export const countStaffs = endpoint({
  method: "GET",
  path: "/partner/v1/staffs/counts",
  title: "伙伴员工状态数量",
  permission: "partner:staff:view",
  page: STAFF_PAGE,
  query: z.object(countedBy),
  answer: z.array(z.object({ state: staffStates.schema, count: z.int(), countKind: z.enum(["exact", "atLeast"]) })),
});

const StaffCert = z.object({
  code: certCode,
  score: z.int().nullable().meta({ label: "成绩" }),
  gotOn: day.meta({ label: "取得日期" }),
  validTo: day.meta({ label: "有效期至" }),
  isExpired: z.boolean(),
  /** The position cannot be held without it. */
  isRequired: z.boolean(),
});

export const StaffDetail = Staff.extend({
  certs: z.array(StaffCert).meta({ label: "认证" }),
  /** Required certificates that are not there or no longer valid. */
  missingCerts: z.array(certCode),
  certWaiver: z.string().nullable().meta({ label: "免认证说明" }),
  /** What the account reaches, in plain words. */
  reach: z.array(z.string()).meta({ label: "可见范围" }),
  activatedAt: moment.nullable().meta({ label: "账号开通时间" }),
  submittedByName: z.string().meta({ label: "提交人" }),
});
export type StaffDetail = z.output<typeof StaffDetail>;

export const getStaff = endpoint({
  method: "GET",
  path: "/partner/v1/staffs/{id}",
  title: "伙伴员工详情",
  permission: "partner:staff:view",
  record: "partnerStaff",
  page: STAFF_PAGE,
  params: idParams,
  answer: StaffDetail,
});

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
  path: "/partner/v1/partners/{id}/staffChoices",
  title: "伙伴员工可选门店与角色",
  permission: "partner:staff:view",
  page: STAFF_PAGE,
  params: idParams,
  answer: z.object({
    stores: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
    roles: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

export const createStaff = endpoint({
  method: "POST",
  path: "/partner/v1/staffs",
  audit: "新增伙伴员工",
  permission: "partner:staff:edit",
  page: STAFF_PAGE,
  body: z.object({ partnerId: z.uuid("请选择伙伴！").meta({ label: "伙伴" }), ...staffFields }),
  answer: StaffDetail,
});

/** Of somebody who was rejected, this is the new application. The id number stays once the account is open. */
export const editStaff = endpoint({
  method: "PUT",
  path: "/partner/v1/staffs/{id}",
  audit: "编辑伙伴员工",
  permission: "partner:staff:edit",
  page: STAFF_PAGE,
  params: idParams,
  body: z.object({
    name: staffFields.name,
    /** From here on, what is left out stays as it is. */
    phone: mobilePhone.optional(),
    idNo: idNumber.optional(),
    positionCode,
    joinOn: staffFields.joinOn,
    contractType,
    roleIds,
    wecomUserId: wecomUserId.optional(),
    version,
  }),
  answer: StaffDetail,
});
