import {
  boundedText,
  CityRef,
  createdAt,
  day,
  fen,
  isIdNumber,
  mobilePhone,
  moment,
  normalIdNumber,
  normalUscc,
  oneOf,
  ref,
  refName,
  requiredText,
  sealed,
  shape,
  updatedAt,
  withMeta,
} from "@ops/platform/contract";
import { z } from "zod";
import { partnerErrors } from "../errors.ts";
import { ChannelManagerRef, PartnerRef, PartnerRegionRef } from "../refs.ts";
import { flagOffSources, partnerFlags, partnerKinds, partnerLevels, riskTags } from "../words.ts";
import { partnerStates } from "./states.ts";

const legalIdNo = z
  .string("请输入证件号码！")
  .trim()
  .regex(/^[0-9A-Za-z]{6,20}$/, "证件号码格式不正确")
  .refine((typed) => typed.length !== 18 || isIdNumber(normalIdNumber(typed)), "证件号码校验失败，请核对")
  .meta({ label: "法定代表人证件" });

export const partnerFlag = oneOf(partnerFlags);
export const riskTag = oneOf(riskTags);

/** A draft needs only its name; all other fields may stay empty. */
export const PartnerShape = shape("partner", "合作伙伴", {
  partnerNo: requiredText("编号", 20),
  fullName: requiredText("公司全称", 100),
  shortName: boundedText("简称", 20).default(""),
  uscc: z
    .string("统一社会信用代码校验失败")
    .max(60, "统一社会信用代码校验失败")
    .overwrite(normalUscc)
    .default("")
    .meta({ label: "统一社会信用代码" }),
  kinds: z
    .array(oneOf(partnerKinds, "请选择合作类型"), "请选择合作类型")
    .max(9)
    .default([])
    .meta({ label: "合作类型" }),
  level: oneOf(partnerLevels).meta({ label: "等级" }),
  legalPerson: sealed("name", boundedText("法定代表人", 40).nullable().default(null)),
  legalIdNo: sealed("idCard", legalIdNo.nullable().default(null)),
  registeredCapitalFen: fen.nullable().default(null).meta({ label: "注册资本" }),
  foundedOn: day.nullable().default(null).meta({ label: "成立日期" }),
  regAddress: boundedText("注册地址", 200).nullable().default(null),
  /** Null in a draft that does not name it yet. */
  regionId: ref(PartnerRegionRef, "所属区域", { message: "请选择所属区域", refused: partnerErrors.region })
    .nullable()
    .default(null),
  cityCodes: z
    .array(ref(CityRef, "合作城市", { refused: partnerErrors.city }), "请选择合作城市")
    .max(50)
    .default([]),
  managerId: ref(ChannelManagerRef, "渠道经理", { message: "请选择渠道经理", refused: partnerErrors.manager }),
  parentPartnerId: ref(PartnerRef, "上级集团", { message: "编号格式不正确" }).nullable().default(null),
  contactName: boundedText("联系人", 40).default(""),
  contactPhone: sealed("phone", mobilePhone.nullable().default(null).meta({ label: "联系电话" })),
  contactEmail: z.email("邮箱格式不正确").max(100).nullable().default(null).meta({ label: "联系邮箱" }),
  accountLimit: z.int("账号上限格式不正确").min(0).max(100_000).meta({ label: "账号上限" }),
  /** A limit below that of the contract, which headquarters has set (PT-R19); null if there is none. */
  accountLimitCap: withMeta(z.int().nullable(), { label: "总部限定账号数" }),
  accountLimitReason: boundedText("限定原因", 200).nullable(),
  flags: z.array(partnerFlag).meta({ label: "权限开关" }),
  state: partnerStates.schema,
  stateReason: boundedText("状态原因", 200).nullable(),
});

/** Fields of list and drawer beyond those of the record. */
const around = {
  regionName: refName(PartnerRegionRef, "regionId", "所属区域"),
  cities: z.array(z.object({ code: z.string(), name: z.string() })).meta({ label: "合作城市" }),
  storeCount: withMeta(z.int(), { label: "门店数" }),
  staffCount: withMeta(z.int(), { label: "员工" }),
  /** The number of its people who have an account. */
  accountCount: withMeta(z.int(), { label: "账号" }),
  /** The day on which the last main contract that is in force or signed ends. */
  contractEndOn: withMeta(z.string().nullable(), { label: "合同到期" }),
  depositFen: fen.meta({ label: "保证金" }),
  /** Null for the people of the partner itself (section 5). */
  riskTags: z.array(riskTag).nullable().meta({ label: "风险标签" }),
  managerName: refName(ChannelManagerRef, "managerId", "渠道经理"),
  /** How many of its mandatory tasks are done; null unless the partner is 入驻中. */
  onboarding: z
    .object({ done: z.int(), all: z.int(), readyOn: z.string().nullable(), next: z.string().nullable() })
    .nullable()
    .meta({ label: "入驻进度" }),
  /** True if the reader handed it in, so that somebody else has to review it. */
  isOwn: z.boolean(),
  updatedAt,
};

export const Partner = PartnerShape.answer(around).omit({
  legalPerson: true,
  legalIdNo: true,
  registeredCapitalFen: true,
  foundedOn: true,
  regAddress: true,
  cityCodes: true,
  parentPartnerId: true,
  contactName: true,
  contactPhone: true,
  contactEmail: true,
  accountLimitCap: true,
  accountLimitReason: true,
  flags: true,
  stateReason: true,
});
export type Partner = z.output<typeof Partner>;

export const NamedPartner = z.object({ id: z.string(), partnerNo: z.string(), fullName: z.string() });

export const PartnerDetail = PartnerShape.answer({
  ...around,
  orgId: z.string().nullable(),
  orgName: withMeta(z.string().nullable(), { label: "组织节点" }),
  parent: NamedPartner.nullable().meta({ label: "上级集团" }),
  /** The terminated record of the same company, and why it ended (PT-R2). */
  prior: NamedPartner.extend({ reason: z.string().nullable() }).nullable().meta({ label: "原合作记录" }),
  flagsOff: z.array(z.object({ flag: partnerFlag, source: oneOf(flagOffSources), reason: z.string() })),
  submittedByName: withMeta(z.string().nullable(), { label: "提交人" }),
  submittedAt: withMeta(moment.nullable(), { label: "提交时间" }),
  approvedAt: withMeta(moment.nullable(), { label: "审核通过时间" }),
  activatedAt: withMeta(moment.nullable(), { label: "启用时间" }),
  createdAt,
  /** What the partner still lacks to become 合作中, each with the tab where it is handled. */
  missing: z.array(z.object({ tab: z.string(), text: z.string() })),
  /** What waits for somebody, each with the tab where it is handled. Things that the reader may not see are left out. */
  work: z.array(z.object({ tab: z.string(), text: z.string() })),
  /** The number of records behind each tab, by its key. Tabs that the reader may not open are left out. */
  counts: z.record(z.string(), z.int()),
  /** The groups of fields that the reader may change now (PT-R19). */
  editable: z.array(z.enum(["NAME", "CONTACT", "KINDS", "MANAGER", "LIMITS"])),
  /** The reader may not change name and code directly but may request it. */
  canRequestName: z.boolean(),
}).omit({ parentPartnerId: true });
export type PartnerDetail = z.output<typeof PartnerDetail>;
