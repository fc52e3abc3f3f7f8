import {
  dictCode,
  endpoint,
  fen,
  idParams,
  keyword,
  listQuery,
  moment,
  oneOf,
  pageOf,
  recordId,
  regionCode,
  sortable,
  unmaskable,
  version,
  wholeText,
} from "@ops/platform/contract";
import { z } from "zod";
import { flagOffSources, PARTNER_PAGE, partnerFlags, partnerKinds, partnerLevels, riskTags } from "../words.ts";
import { partnerStates } from "./states.ts";
import { normalUscc } from "./uscc.ts";

/** What holders of the code may see of a partner in clear (PF-R104). */
export const unmaskPartner = unmaskable({
  name: "合作伙伴",
  bizType: "partner",
  code: "partner:partner:unmask",
  fields: { legalPerson: "法定代表人", legalIdNo: "法定代表人证件", contactPhone: "联系电话" },
});

export const partnerFlag = oneOf(partnerFlags);
const level = oneOf(partnerLevels).meta({ label: "等级" });
const riskTag = oneOf(riskTags);
const city = z.object({ code: z.string(), name: z.string() });

export const Partner = z.object({
  id: z.string(),
  partnerNo: z.string().meta({ label: "编号" }),
  fullName: z.string().meta({ label: "公司全称" }),
  shortName: z.string().meta({ label: "简称" }),
  uscc: z.string().meta({ label: "统一社会信用代码" }),
  kinds: z.array(oneOf(partnerKinds)).meta({ label: "合作类型" }),
  level,
  state: partnerStates.schema,
  /** Null in a draft that does not say it yet. */
  regionId: z.string().nullable(),
  regionName: z.string().meta({ label: "所属区域" }),
  cities: z.array(city).meta({ label: "合作城市" }),
  storeCount: z.int().meta({ label: "门店数" }),
  staffCount: z.int().meta({ label: "员工" }),
  /** Of its people, those with an account. */
  accountCount: z.int().meta({ label: "账号" }),
  accountLimit: z.int().meta({ label: "账号上限" }),
  /** When the last main contract in force or signed ends. */
  contractEndOn: z.string().nullable().meta({ label: "合同到期" }),
  depositFen: fen.meta({ label: "保证金" }),
  /** Null for the people of the partner itself (section 5). */
  riskTags: z.array(riskTag).nullable().meta({ label: "风险标签" }),
  managerId: z.string(),
  managerName: z.string().meta({ label: "渠道经理" }),
  /** Of its mandatory tasks, those done; null unless 入驻中. */
  onboarding: z
    .object({ done: z.int(), all: z.int(), readyOn: z.string().nullable(), next: z.string().nullable() })
    .nullable()
    .meta({ label: "入驻进度" }),
  /** Handed in by the reader: somebody else has to review it. */
  isOwn: z.boolean(),
  updatedAt: moment.meta({ label: "更新时间" }),
  version,
});
export type Partner = z.output<typeof Partner>;

const named = z.object({ id: z.string(), partnerNo: z.string(), fullName: z.string() });

export const PartnerDetail = Partner.extend({
  legalPerson: z.string().nullable().meta({ label: "法定代表人", masked: true }),
  legalIdNo: z.string().nullable().meta({ label: "法定代表人证件", masked: true }),
  registeredCapitalFen: fen.nullable().meta({ label: "注册资本" }),
  foundedOn: z.string().nullable().meta({ label: "成立日期" }),
  regAddress: z.string().nullable().meta({ label: "注册地址" }),
  cityCodes: z.array(z.string()),
  contactName: z.string().meta({ label: "联系人" }),
  contactPhone: z.string().nullable().meta({ label: "联系电话", masked: true }),
  contactEmail: z.string().nullable().meta({ label: "联系邮箱" }),
  orgId: z.string().nullable(),
  orgName: z.string().nullable().meta({ label: "组织节点" }),
  parent: named.nullable().meta({ label: "上级集团" }),
  /** The terminated record of the same company, and why it ended (PT-R2). */
  prior: named.extend({ reason: z.string().nullable() }).nullable().meta({ label: "原合作记录" }),
  flags: z.array(partnerFlag).meta({ label: "权限开关" }),
  flagsOff: z.array(z.object({ flag: partnerFlag, source: oneOf(flagOffSources), reason: z.string() })),
  /** Below what the contract says, because headquarters said so (PT-R19). */
  accountLimitCap: z.int().nullable().meta({ label: "总部限定账号数" }),
  accountLimitReason: z.string().nullable(),
  stateReason: z.string().nullable().meta({ label: "状态原因" }),
  submittedByName: z.string().nullable().meta({ label: "提交人" }),
  submittedAt: moment.nullable().meta({ label: "提交时间" }),
  approvedAt: moment.nullable().meta({ label: "审核通过时间" }),
  activatedAt: moment.nullable().meta({ label: "启用时间" }),
  createdAt: moment.meta({ label: "创建时间" }),
  /** What it still lacks to be 合作中, with the tab where that is seen to. */
  missing: z.array(z.object({ tab: z.string(), text: z.string() })),
  /** What waits for somebody, with the tab where that is seen to; only what the reader may see. */
  work: z.array(z.object({ tab: z.string(), text: z.string() })),
  /** How many there are behind a tab, by its key; left out where the reader may not see them. */
  counts: z.record(z.string(), z.int()),
  /** What the reader may change of it now (PT-R19). */
  editable: z.array(z.enum(["NAME", "CONTACT", "KINDS", "MANAGER", "LIMITS"])),
  /** May ask for a change of its name or code instead. */
  canRequestName: z.boolean(),
});
export type PartnerDetail = z.output<typeof PartnerDetail>;

export const contractEnds = { "7": "7天内", "30": "30天内", "90": "90天内", ENDED: "已到期" } as const;
export const paperStates = { EXPIRED: "有过期", WAITING: "有待审核", VALID: "全部有效" } as const;

export const partnerFilters = {
  keyword: keyword("编号、公司全称或简称", "名称/编号"),
  uscc: wholeText("信用代码", { clean: normalUscc, form: /^[0-9A-Z]{18}$/ }).optional(),
  kind: dictCode("partner_kind", "类型").optional(),
  level: level.optional(),
  state: partnerStates.schema.optional(),
  regionId: recordId.optional().meta({ label: "区域" }),
  cityCode: regionCode.optional().meta({ label: "城市" }),
  managerId: recordId.optional().meta({ label: "渠道经理" }),
  contractEnd: oneOf(contractEnds).optional().meta({ label: "合同到期" }),
  papers: oneOf(paperStates).optional().meta({ label: "资质状态" }),
  riskTag: riskTag.optional().meta({ label: "风险标签" }),
  ...sortable("partnerNo", "fullName", "level", "state", "accountLimit", "updatedAt"),
};

export const listPartners = endpoint({
  method: "GET",
  path: "/partner/v1/partners",
  title: "合作伙伴列表",
  permission: "partner:partner:view",
  page: PARTNER_PAGE,
  query: listQuery.extend(partnerFilters),
  answer: pageOf(Partner),
});

export const getPartner = endpoint({
  method: "GET",
  path: "/partner/v1/partners/{id}",
  title: "合作伙伴详情",
  permission: "partner:partner:view",
  record: "partner",
  page: PARTNER_PAGE,
  params: idParams,
  answer: PartnerDetail,
});

/** The cards above the list, inside the reader's scope. */
export const countPartners = endpoint({
  method: "GET",
  path: "/partner/v1/partners/cards",
  title: "合作伙伴概况",
  permission: "partner:partner:view",
  answer: z.object({
    active: z.int().meta({ label: "合作中" }),
    onboarding: z.int().meta({ label: "入驻中" }),
    review: z.int().meta({ label: "待审核" }),
    contractEnding: z.int().meta({ label: "30天内到期合同" }),
    paperExpired: z.int().meta({ label: "资质过期" }),
    suspended: z.int().meta({ label: "已暂停" }),
  }),
});

/** How far those are who are coming in (5.1 入驻看板). */
export const boardStages = { REVIEW: "待审核", CONTRACT: "待签约", PREPARING: "准备中", READY: "待启用" } as const;
export type BoardStage = keyof typeof boardStages;

export const showBoard = endpoint({
  method: "GET",
  path: "/partner/v1/partners/board",
  title: "入驻看板",
  permission: "partner:partner:view",
  /** The latest of each stage, and how many there are. */
  answer: z.array(z.object({ stage: oneOf(boardStages), total: z.int(), partners: z.array(Partner) })),
});

const choice = z.object({ id: z.string(), name: z.string() });

/** Where a partner can belong and who can look after it. */
export const listPartnerOptions = endpoint({
  method: "GET",
  path: "/partner/v1/partners/options",
  title: "合作伙伴选项",
  permission: "partner:partner:view",
  answer: z.object({
    regions: z.array(choice),
    managers: z.array(choice),
    /** The reader is one of a partner's own people: sees that partner alone and not what headquarters thinks of it. */
    isOwnPerson: z.boolean(),
  }),
});

/** Other partners by name, such as the group that one belongs to. */
export const searchPartners = endpoint({
  method: "GET",
  path: "/partner/v1/partners/search",
  title: "查找合作伙伴",
  permission: "partner:partner:view",
  query: z.object({ keyword: keyword("编号、公司全称或简称") }),
  answer: z.array(named),
});

/** Stores of the partner: organisations below its own. */
export const listPartnerStores = endpoint({
  method: "GET",
  path: "/partner/v1/partners/{id}/stores",
  title: "合作伙伴门店",
  permission: "partner:partner:view",
  params: idParams,
  answer: z.array(
    z.object({
      id: z.string(),
      code: z.string().meta({ label: "门店编码" }),
      name: z.string().meta({ label: "门店名称" }),
      staffCount: z.int().meta({ label: "员工" }),
    }),
  ),
});
